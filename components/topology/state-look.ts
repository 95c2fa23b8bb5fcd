import { STATE_WORDS } from "@/components/patterns/glossary";
import { UNIT_STATES, type UnitState } from "@/server/domain/unit-state";

/** The states of a unit, and the look of what the machine's report doesn't have. */
export type DrawnState = UnitState | "not-reported";
export const DRAWN_STATES: readonly DrawnState[] = [...UNIT_STATES, "not-reported"];

export type Outline = "solid" | "double" | "dotted";
export type Fill = "none" | "solid" | "hatch" | "flat";
export type Glyph = "dot" | "bolt" | "clock" | "question" | "lock";

interface Look {
  outline: Outline;
  fill: Fill;
  glyph?: Glyph;
}

export interface StateLook extends Look {
  name: string;
  /** One sentence: what it means for whoever wants the unit. */
  sentence: string;
}

const look = (state: DrawnState, drawn: Look): StateLook => ({
  name: STATE_WORDS[state].word,
  sentence: STATE_WORDS[state].text,
  ...drawn,
});

/** How each state is named and drawn: texture and glyph tell all of them apart without any colour. */
export const STATE_LOOKS: Readonly<Record<DrawnState, StateLook>> = {
  free: look("free", { outline: "solid", fill: "none" }),
  "in-use": look("in-use", { outline: "solid", fill: "none", glyph: "dot" }),
  reserved: look("reserved", { outline: "solid", fill: "solid" }),
  audience: look("audience", { outline: "solid", fill: "solid", glyph: "dot" }),
  released: look("released", { outline: "solid", fill: "hatch" }),
  spot: look("spot", { outline: "solid", fill: "hatch", glyph: "bolt" }),
  holdover: look("holdover", { outline: "solid", fill: "none", glyph: "clock" }),
  "needs-review": look("needs-review", { outline: "double", fill: "none", glyph: "question" }),
  "not-sellable": look("not-sellable", { outline: "solid", fill: "flat", glyph: "lock" }),
  "not-reported": look("not-reported", { outline: "dotted", fill: "none" }),
};

/** States that occur, in the fixed order, with how many times. */
export function tally(states: Iterable<DrawnState>): { state: DrawnState; count: number }[] {
  const counts = new Map<DrawnState, number>();
  for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return DRAWN_STATES.flatMap((state) => {
    const times = counts.get(state);
    return times === undefined ? [] : [{ state, count: times }];
  });
}
