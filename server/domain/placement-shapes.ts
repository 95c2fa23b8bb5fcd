import { unitSizes } from "./catalog";
import { PREFERENCES, type Preference } from "./placement";
import { leastRank, type Weighed } from "./placement-sums";

/** What is free on a node for a request, by preference, as counted unit sizes. */
export type OfferedSizes = Readonly<Record<keyof typeof PREFERENCES, string>>;

const weighed = (counted: string, preference: Preference): Weighed[] =>
  unitSizes(counted).map((sellableGpus) => ({ sellableGpus, preference, numa: 0 }));

const unitsOf = (sizes: OfferedSizes): Weighed[] => [
  ...weighed(sizes.named, PREFERENCES.named),
  ...weighed(sizes.released, PREFERENCES.released),
  ...weighed(sizes.open, PREFERENCES.open),
  ...weighed(sizes.unnamed, PREFERENCES.unnamed),
];

/** Every unit size that is free on a node of this shape. */
export const freeSizes = (sizes: OfferedSizes): number[] => unitsOf(sizes).map((unit) => unit.sellableGpus);

/** Shapes on which the best answer to a request is equally good. */
export interface RankedShapes<S> {
  /** As in Choice. */
  rank: number;
  /** Those that the request leaves the least on first. */
  shapes: S[];
}

/**
 * Shapes that a request fits, best first (contract, section 4). What places and links decide has to be asked of the
 * nodes themselves.
 */
export function rankShapes<S extends OfferedSizes>(shapes: readonly S[], gpuCount: number): RankedShapes<S>[] {
  const groups = new Map<number, { shape: S; leftover: number }[]>();
  for (const shape of shapes) {
    const units = unitsOf(shape);
    const leftover = units.reduce((sum, unit) => sum + unit.sellableGpus, -gpuCount);
    const rank = leftover < 0 ? Number.POSITIVE_INFINITY : leastRank(units, gpuCount);
    if (rank === Number.POSITIVE_INFINITY) continue;
    groups.set(rank, [...(groups.get(rank) ?? []), { shape, leftover }]);
  }
  const ranked = [...groups].sort(([a], [b]) => a - b);
  return ranked.map(([rank, group]) => ({
    rank,
    shapes: group.sort((a, b) => a.leftover - b.leftover).map(({ shape }) => shape),
  }));
}
