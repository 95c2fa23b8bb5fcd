import type { OfferView } from "@/server/contract/overview";

const list = (items: readonly string[], last: string): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;

/** `1 to 4, 6 or 8`: three or more counts in a row are a span. */
export function countsInWords(counts: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const count of counts) {
    const span = spans.at(-1);
    if (span && span[1] === count - 1) span[1] = count;
    else spans.push([count, count]);
  }
  const parts = spans.flatMap(([from, to]) =>
    to - from >= 2 ? [`${from} to ${to}`] : from === to ? [`${from}`] : [`${from}`, `${to}`],
  );
  return list(parts, "or");
}

/** `12 GPUs`. */
export const gpus = (count: number) => `${count.toLocaleString("en-GB")} ${count === 1 ? "GPU" : "GPUs"}`;

/** What one workload can ask for: `1 to 4 GPUs`. */
export function placeableText({ placeableGpuCounts }: OfferView): string {
  if (placeableGpuCounts.length === 0) return "nothing right now";
  return `${countsInWords(placeableGpuCounts)} ${placeableGpuCounts.at(-1) === 1 ? "GPU" : "GPUs"}`;
}

export type Tier = "community" | "verified" | "spot";

const WHERE: Record<Tier, string> = {
  community: "on a node that is online is open to this org",
  verified: "on an online node of the verified pool is open to this org",
  spot: "on a node that is online is on the spot market or open to this org",
};

/**
 * Why nothing can be placed, in general terms: whose capacity stands behind a number is nobody else's to know. Undefined
 * where something can.
 */
export function whyNothing(offer: OfferView, tier: Tier): string | undefined {
  if (offer.maxPlaceableGpus > 0) return undefined;
  if (offer.totalGpus > 0) return `All ${gpus(offer.totalGpus)} that this org could have are in use.`;
  return `None ${WHERE[tier]}.`;
}
