import { PREFERENCES, type Preference } from "./placement";

/** A unit that could be part of an answer. */
export interface Weighed {
  sellableGpus: number;
  preference: Preference;
  numa: number | null;
}

// One digit for each criterion: no request asks for more GPUs than a digit holds, and five of them fit a number.
const BASE = 1025;
const WEIGHTS: Record<Preference, number> = {
  [PREFERENCES.named]: 0,
  [PREFERENCES.released]: BASE ** 2,
  [PREFERENCES.open]: BASE ** 3,
  [PREFERENCES.unnamed]: BASE ** 4,
};

/** What can't be had. */
const NEVER = Number.POSITIVE_INFINITY;

/** GPUs taken of the least preferred kind first, then units, then units whose place is unknown. */
export const price = (unit: Weighed): number =>
  unit.sellableGpus * WEIGHTS[unit.preference] + BASE + (unit.numa === null ? 1 : 0);

/** The part of a price that decides before any place does. */
export const rankOf = (total: number): number => Math.floor(total / BASE);
export const unplacedOf = (total: number): number => total % BASE;

/**
 * `table[i][n]`: the least price at which units i, i+1, … add up to exactly n GPUs, infinite where they can't. Row 0
 * holds the answer; the others lead through every set of units that has that price.
 */
export function leastPrices(units: readonly Weighed[], gpuCount: number): number[][] {
  let row: number[] = Array.from({ length: gpuCount + 1 }, (_, n) => (n === 0 ? 0 : NEVER));
  const table = [row];
  for (const unit of [...units].reverse()) {
    const [below, own] = [row, price(unit)];
    row = below.map((without, n) => Math.min(without, own + (below[n - unit.sellableGpus] ?? NEVER)));
    table.push(row);
  }
  return table.reverse();
}

/** The least rank at which these units add up to exactly n GPUs; infinite where they don't. */
export const leastRank = (units: readonly Weighed[], gpuCount: number): number =>
  rankOf(leastPrices(units, gpuCount)[0]?.[gpuCount] ?? NEVER);

/** Calls `found` with sets of units that have the least price, first ids first, until it says that it has enough. */
export function eachCheapest<U extends Weighed>(
  units: readonly U[],
  gpuCount: number,
  table: readonly (readonly number[])[],
  found: (set: readonly U[]) => "more" | "enough",
): void {
  const at = (index: number, n: number): number => table[index]?.[n] ?? NEVER;
  const walk = (index: number, n: number, picked: readonly U[]): "more" | "enough" => {
    if (n === 0) return found(picked);
    const [unit, left] = [units[index], at(index, n)];
    if (!unit || left === NEVER) return "more";
    const rest = n - unit.sellableGpus;
    if (
      rest >= 0 &&
      price(unit) + at(index + 1, rest) === left &&
      walk(index + 1, rest, [...picked, unit]) === "enough"
    ) {
      return "enough";
    }
    return at(index + 1, n) === left ? walk(index + 1, n, picked) : "more";
  };
  walk(0, gpuCount, []);
}
