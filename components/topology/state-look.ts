import { UNIT_STATES, type UnitState } from "@/server/domain/unit-state";

/** The states of a unit, and the look of what the machine's report doesn't have. */
export type DrawnState = UnitState | "not-reported";
export const DRAWN_STATES: readonly DrawnState[] = [...UNIT_STATES, "not-reported"];

export type Outline = "solid" | "double" | "dotted";
export type Fill = "none" | "solid" | "hatch" | "flat";
export type Glyph = "dot" | "bolt" | "clock" | "question" | "lock";

export interface StateLook {
  name: string;
  /** One sentence: what it means for whoever wants the unit. */
  sentence: string;
  outline: Outline;
  fill: Fill;
  glyph?: Glyph;
}

/** How each state is named and drawn: texture and glyph tell all of them apart without any colour. */
export const STATE_LOOKS: Readonly<Record<DrawnState, StateLook>> = {
  free: {
    name: "Free",
    sentence: "Nobody has reserved it and nothing runs on it.",
    outline: "solid",
    fill: "none",
  },
  "in-use": {
    name: "In use",
    sentence: "A workload runs on it, and no reservation of it has begun.",
    outline: "solid",
    fill: "none",
    glyph: "dot",
  },
  reserved: {
    name: "Reserved, idle",
    sentence: "Kept for the audience of its reservation; nothing runs on it.",
    outline: "solid",
    fill: "solid",
  },
  audience: {
    name: "Claimed by audience",
    sentence: "An org that it is reserved for runs a workload on it.",
    outline: "solid",
    fill: "solid",
    glyph: "dot",
  },
  released: {
    name: "Released, idle",
    sentence: "Reserved, and on the spot market now; nothing runs on it.",
    outline: "solid",
    fill: "hatch",
  },
  spot: {
    name: "Sold at spot",
    sentence: "Reserved, released, and sold to a spot workload, which a reclaim ends.",
    outline: "solid",
    fill: "hatch",
    glyph: "bolt",
  },
  holdover: {
    name: "Holdover",
    sentence: "Reserved, but a workload from outside the audience still runs on it: reserving stops nothing.",
    outline: "solid",
    fill: "none",
    glyph: "clock",
  },
  "needs-review": {
    name: "Needs review",
    sentence:
      "The machine changed under its reservation: nobody is placed on it until that is re-affirmed or cancelled.",
    outline: "double",
    fill: "none",
    glyph: "question",
  },
  "not-sellable": {
    name: "Not sellable",
    sentence: "It can't be handed to a customer; the reason stands beside it.",
    outline: "solid",
    fill: "flat",
    glyph: "lock",
  },
  "not-reported": {
    name: "Not reported",
    sentence: "The machine's last report doesn't have it.",
    outline: "dotted",
    fill: "none",
  },
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
