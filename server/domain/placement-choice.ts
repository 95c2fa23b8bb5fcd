import type { NodeState, UnitFacts } from "./facts";
import { type PlacementRequest, type Preference, placeable } from "./placement";
import { byLinks, type LinkQuality, type LinkTable } from "./placement-links";
import { eachCheapest, leastPrices, rankOf, unplacedOf } from "./placement-sums";

/** A unit that the rules allow for the request, and how gladly. */
export type Candidate = Pick<UnitFacts, "id" | "sellableGpus" | "numa" | "gpuBdfs" | "gpuUuids"> & {
  preference: Preference;
};

export interface Choice<U extends Candidate = Candidate> {
  /** By id. */
  units: U[];
  /** Preferred units first, then fewest units: less is better. */
  rank: number;
  /** NUMA nodes; a unit whose place is unknown counts as one of its own. */
  places: number;
  links: LinkQuality;
  /** GPUs that the node could still place for the request afterwards. */
  leftover: number;
}

// A machine on which more than this would have to be tried is so uniform that the next try is hardly ever better.
const MOST_PLACES = 512;
const MOST_PAIRS = 100_000;
// Each try keeps a table of units by GPUs: all together they must fit the memory, whatever machine somebody has reported.
const MOST_CELLS = 8_000_000;

function* subsets<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) yield [];
  for (let index = from; size > 0 && index <= items.length - size; index += 1) {
    for (const rest of subsets(items, size - 1, index + 1)) yield [items[index] as T, ...rest];
  }
}

/** Sets of NUMA nodes, smallest first. */
function* placeSets(units: readonly Candidate[]): Generator<ReadonlySet<number>> {
  const known = [...new Set(units.flatMap((unit) => (unit.numa === null ? [] : [unit.numa])))].sort((a, b) => a - b);
  for (let size = 0; size <= known.length; size += 1) {
    for (const set of subsets(known, size)) yield new Set(set);
  }
}

interface Corner<U> {
  units: readonly U[];
  table: number[][];
}

/** The parts of the machine where the best rank is to be had on the fewest NUMA nodes. */
function tightestCorners<U extends Candidate>(units: readonly U[], gpuCount: number, whole: Corner<U>) {
  const totalOf = (corner: Corner<U>) => corner.table[0]?.[gpuCount] ?? Number.POSITIVE_INFINITY;
  const rank = rankOf(totalOf(whole));
  let [places, corners, tries, cells]: [number, Corner<U>[], number, number] = [units.length, [], 0, 0];
  for (const set of placeSets(units)) {
    const within = units.filter((unit) => unit.numa === null || set.has(unit.numa));
    tries += 1;
    cells += within.length * gpuCount;
    if (set.size > places || tries > MOST_PLACES || cells > MOST_CELLS) break;
    const corner = { units: within, table: leastPrices(within, gpuCount) };
    if (rankOf(totalOf(corner)) !== rank) continue;
    const here = set.size + unplacedOf(totalOf(corner));
    if (here < places) [places, corners] = [here, []];
    if (here === places) corners.push(corner);
  }
  return { rank, places, corners: corners.length > 0 ? corners : [whole] };
}

const ids = (units: readonly Candidate[]): string => units.map((unit) => unit.id).join(" ");

/** Of the sets in these corners the one with the best links; the first by id where several are alike. */
function bestLinked<U extends Candidate>(corners: readonly Corner<U>[], gpuCount: number, links: LinkTable) {
  let best: { units: readonly U[]; links: LinkQuality } | undefined;
  const pairs = (gpuCount * (gpuCount - 1)) / 2;
  let compared = 0;
  for (const corner of corners) {
    if (compared >= MOST_PAIRS) break;
    eachCheapest(corner.units, gpuCount, corner.table, (units) => {
      const quality = links.quality(units.flatMap((unit) => [...unit.gpuBdfs]));
      const order = best ? byLinks(quality, best.links) || (ids(units) < ids(best.units) ? -1 : 1) : -1;
      if (order < 0) best = { units, links: quality };
      compared += pairs;
      return quality.worst === links.best || compared >= MOST_PAIRS ? "enough" : "more";
    });
  }
  return best;
}

/**
 * Whole units that add up to exactly `gpuCount`: preferred ones first, fewest units, fewest NUMA nodes, best links
 * (contract, section 4). Undefined where none do.
 */
export function choose<U extends Candidate>(
  candidates: readonly U[],
  gpuCount: number,
  links: LinkTable,
): Choice<U> | undefined {
  const units = [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1));
  const free = units.reduce((sum, unit) => sum + unit.sellableGpus, 0);
  if (free < gpuCount) return undefined;
  const table = leastPrices(units, gpuCount);
  if (!Number.isFinite(table[0]?.[gpuCount] ?? Number.NaN)) return undefined;
  const { rank, places, corners } = tightestCorners(units, gpuCount, { units, table });
  const best = bestLinked(corners, gpuCount, links);
  return best && { units: [...best.units], rank, places, links: best.links, leftover: free - gpuCount };
}

/** Which of two nodes' answers is the better one; less than 0 where it is `a`. */
export const byChoice = (a: Choice, b: Choice): number =>
  a.rank - b.rank || a.places - b.places || byLinks(a.links, b.links) || a.leftover - b.leftover;

/** What a node can answer to a request right now, if anything. */
export function planOnNode(
  state: NodeState,
  request: PlacementRequest,
  gpuCount: number,
  links: LinkTable,
): Choice | undefined {
  const candidates = state.units.flatMap((unit) => {
    const verdict = placeable(unit, request, state);
    return verdict.placeable ? [{ ...unit, preference: verdict.preference }] : [];
  });
  return choose(candidates, gpuCount, links);
}
