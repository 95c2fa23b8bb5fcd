import type { NodeView } from "@/server/contract/console";
import { count } from "./address";
import { situationOf } from "./describe";
import type { DrawnState } from "./state-look";
import { STATE_LOOKS, tally } from "./state-look";

/** What was last said, or could have been, of each unit: to find out what is new. */
export type Spoken = ReadonlyMap<string, { situation: string; state: DrawnState }>;

export interface Change {
  id: string;
  situation: string;
  state: DrawnState;
}

export function spokenOf(view: NodeView, platformOrgId?: string): Spoken {
  return new Map(
    view.units.map((unit) => [unit.id, { situation: situationOf(unit, view, platformOrgId), state: unit.state }]),
  );
}

/** Units that stand otherwise than before, appeared, or are gone. */
export function changesBetween(before: Spoken, now: Spoken): Change[] {
  const changes: Change[] = [];
  for (const [id, entry] of now) {
    if (before.get(id)?.situation !== entry.situation) changes.push({ id, ...entry });
  }
  for (const id of before.keys()) {
    if (!now.has(id)) changes.push({ id, situation: "no longer reported", state: "not-reported" });
  }
  return changes;
}

/** Changes told one by one up to this many; beyond, only how many there are of each state. */
const TOLD_IN_FULL = 2;

interface Attention {
  focusedId?: string | undefined;
  selectedIds?: ReadonlySet<string>;
}

/**
 * What to say about a batch of changes: what is focused or selected in full, the rest in short. Undefined where there is
 * nothing to say.
 */
export function changesText(
  changes: readonly Change[],
  { focusedId, selectedIds = new Set() }: Attention = {},
): string | undefined {
  const tell = ({ id, situation }: Change) =>
    `${selectedIds.has(id) ? "Selected unit" : "Unit"} ${id} changed: ${situation}.`;
  const minded = ({ id }: Change) => id === focusedId || selectedIds.has(id);
  const told = changes.filter(minded);
  const others = changes.filter((change) => !minded(change));
  const sentences = told.map(tell);
  if (others.length > TOLD_IN_FULL) {
    const states = tally(others.map(({ state }) => state));
    const parts = states.map(({ state, count: n }) => `${n} ${STATE_LOOKS[state].name.toLowerCase()}`);
    sentences.push(`${count(others.length, told.length > 0 ? "other unit" : "unit")} changed: ${parts.join("; ")}.`);
  } else {
    sentences.push(...others.map(tell));
  }
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

/** Keeps only the last change of each unit, in the order in which they came last. */
export function mergeChanges(waiting: readonly Change[], fresh: readonly Change[]): Change[] {
  const latest = new Map<string, Change>();
  for (const change of [...waiting, ...fresh]) {
    latest.delete(change.id);
    latest.set(change.id, change);
  }
  return [...latest.values()];
}
