/** Order of the bus: normalised addresses differ in length only by their domain. */
export function compareAddresses(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

const USUAL_DOMAIN = "0000:";

/**
 * `0000:11:00.0` → `0000:` and `11:00.0`. The usual domain goes without saying; another one may be all that tells two
 * GPUs apart, so it stays with the slot.
 */
export function splitAddress(bdf: string): { domain: string; slot: string } {
  const usual = bdf.startsWith(USUAL_DOMAIN);
  return usual ? { domain: USUAL_DOMAIN, slot: bdf.slice(USUAL_DOMAIN.length) } : { domain: "", slot: bdf };
}

/** `a`, `a and b`, `a, b and c`. */
export function listOf(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** `1 GPU`, `2 GPUs`. */
export function count(n: number, one: string): string {
  return `${n} ${one}${n === 1 ? "" : "s"}`;
}
