/** A way in which nodes offer GPUs: the sizes of the units free on one node, and how many nodes are like that. */
export interface OfferShape {
  /** `sellableGpus` of each unit that is free for the request. */
  freeSizes: readonly number[];
  /** Nodes of this shape. */
  nodes: number;
  /** GPUs on all of these nodes that are free for the request or would be, were they not claimed. */
  totalGpus: number;
}

export interface Availability {
  totalGpus: number;
  freeGpus: number;
  maxPlaceableGpus: number;
  placeableGpuCounts: number[];
}

/** Reads unit sizes as the database counts them: `1x3 2x1` are three units of one GPU and one of two. */
export function unitSizes(counted: string): number[] {
  return counted.split(" ").flatMap((group) => {
    const [size, count] = group.split("x").map(Number);
    return size && count ? Array.from({ length: count }, () => size) : [];
  });
}

/** Bit n is set where units of these sizes can add up to exactly n GPUs. */
export function reachable(sizes: readonly number[]): bigint {
  return sizes.reduce((sums, size) => sums | (sums << BigInt(size)), 1n);
}

function countsIn(sums: bigint): number[] {
  const bits = sums.toString(2);
  const counts: number[] = [];
  for (let count = 1; count < bits.length; count += 1) {
    if (bits[bits.length - 1 - count] === "1") counts.push(count);
  }
  return counts;
}

/**
 * What the catalog says of one model and class (contract, section 4). A count is promised where whole units of one
 * node add up to exactly it.
 */
export function availability(shapes: readonly OfferShape[]): Availability {
  let [totalGpus, freeGpus, sums] = [0, 0, 1n];
  for (const shape of shapes) {
    totalGpus += shape.totalGpus;
    freeGpus += shape.nodes * shape.freeSizes.reduce((sum, size) => sum + size, 0);
    sums |= reachable(shape.freeSizes);
  }
  const placeableGpuCounts = countsIn(sums);
  return { totalGpus, freeGpus, maxPlaceableGpus: placeableGpuCounts.at(-1) ?? 0, placeableGpuCounts };
}
