import type { ModelTally } from "@/server/contract/overview";
import type { UnitState } from "@/server/domain/unit-state";

export type StateSum = ModelTally["states"][number];

/** The models' numbers by state, added up. */
export function sumStates(models: readonly Pick<ModelTally, "states">[]): StateSum[] {
  const sums = new Map<UnitState, StateSum>();
  for (const { state, units, gpus } of models.flatMap((model) => model.states)) {
    const before = sums.get(state) ?? { state, units: 0, gpus: 0 };
    sums.set(state, { state, units: before.units + units, gpus: before.gpus + gpus });
  }
  return [...sums.values()];
}

export const gpusIn = (sums: readonly StateSum[], ...states: readonly UnitState[]): number =>
  sums.filter(({ state }) => states.includes(state)).reduce((total, { gpus }) => total + gpus, 0);

/** States in which somebody runs something on a unit. */
export const SOLD = ["audience", "in-use", "spot", "holdover"] as const satisfies readonly UnitState[];

/** `12 %`, `<1 %`, `>99 %`: never 0 of something, nor 100 of not everything. */
export function percent(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "0 %";
  const rounded = Math.round((part / whole) * 100);
  if (rounded === 0) return "<1 %";
  return rounded === 100 && part < whole ? ">99 %" : `${rounded} %`;
}
