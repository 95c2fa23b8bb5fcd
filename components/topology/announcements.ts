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

/** What to say about a batch of changes: the focused unit in full, the others in short. Undefined where none. */
export function changesText(changes: readonly Change[], focusedId?: string): string | undefined {
  const told = changes.filter(({ id }) => id === focusedId);
  const others = changes.filter(({ id }) => id !== focusedId);
  const sentences = told.map(({ id, situation }) => `Unit ${id} changed: ${situation}.`);
  if (others.length > TOLD_IN_FULL) {
    const states = tally(others.map(({ state }) => state));
    const parts = states.map(({ state, count: n }) => `${n} ${STATE_LOOKS[state].name.toLowerCase()}`);
    sentences.push(`${count(others.length, told.length > 0 ? "other unit" : "unit")} changed: ${parts.join("; ")}.`);
  } else {
    sentences.push(...others.map(({ id, situation }) => `Unit ${id} changed: ${situation}.`));
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
