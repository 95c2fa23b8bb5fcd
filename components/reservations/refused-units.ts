import type { Problem } from "@/components/patterns/problem";

export interface RefusedUnit {
  unitId: string;
  reason: string;
}

/** Units that a problem names, each with its reason. */
export const refusedUnits = (problem: Problem | undefined): RefusedUnit[] =>
  (problem?.details.units ?? []) as RefusedUnit[];
