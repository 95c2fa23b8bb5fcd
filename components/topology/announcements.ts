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

function batchText(changes: readonly Change[], unit: string): string[] {
  if (changes.length <= TOLD_IN_FULL) {
    return changes.map(({ id, situation }) => `${unit.replace(/^other /, "")} ${id} changed: ${situation}.`);
  }
  const states = tally(changes.map(({ state }) => state));
  const parts = states.map(({ state, count: n }) => `${n} ${STATE_LOOKS[state].name.toLowerCase()}`);
  return [`${count(changes.length, unit)} changed: ${parts.join("; ")}.`];
}

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);

interface Attention {
  focusedId?: string | undefined;
  selectedIds?: ReadonlySet<string>;
}

/**
 * What to say about a batch of changes: the focused unit in full, then the selected ones, then the rest in short.
 * Undefined where there is nothing to say.
 */
export function changesText(
  changes: readonly Change[],
  { focusedId, selectedIds = new Set() }: Attention = {},
): string | undefined {
  const focused = changes.filter(({ id }) => id === focusedId);
  const selected = changes.filter(({ id }) => id !== focusedId && selectedIds.has(id));
  const others = changes.filter(({ id }) => id !== focusedId && !selectedIds.has(id));
  const told = focused.length + selected.length > 0;
  const sentences = [
    ...batchText(focused, focused.some(({ id }) => selectedIds.has(id)) ? "selected unit" : "unit"),
    ...batchText(selected, "selected unit"),
    ...batchText(others, told ? "other unit" : "unit"),
  ];
  return sentences.length > 0 ? sentences.map(capital).join(" ") : undefined;
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
