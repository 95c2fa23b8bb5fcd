/** PCI addresses in every spelling that tools print, and the one we keep (contract, section 6). */

const SPELLING = /^(?:pci[@_:]?)?(?:([0-9a-f]{1,8})[:_])?([0-9a-f]{2})[:_]([0-9a-f]{2})[._]([0-7])$/i;

/** A PCI address inside a longer text; `g` and `i`, so reset `lastIndex` or use `matchAll`. */
export const ADDRESS_SOURCE = "(?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[01][0-9a-f]\\.[0-7]";

/**
 * `00000000:3B:00.0`, `3b:00.0`, `pci_0000_3b_00_0` → `0000:3b:00.0`. Domains keep at least four digits; the few larger
 * ones (Intel VMD, `10000:`) keep all of theirs. Answers undefined for anything that is no PCI address.
 */
export function normaliseAddress(spelling: string): string | undefined {
  const match = SPELLING.exec(spelling.trim());
  if (!match) return undefined;
  const [, domain = "0", bus = "", slot = "", fn = ""] = match;
  if (Number.parseInt(slot, 16) > 0x1f) return undefined;
  return joinAddress(domain, bus, slot, fn);
}

/** The same from separate hexadecimal parts. */
function joinAddress(domain: string, bus: string, slot: string, fn: string): string {
  const plain = domain.toLowerCase().replace(/^0+/, "").padStart(4, "0");
  return `${plain}:${bus.toLowerCase()}:${slot.toLowerCase()}.${fn}`;
}

/** From numbers, as libvirt prints them; undefined where a part is out of range. */
export function addressFromNumbers(domain: number, bus: number, slot: number, fn: number): string | undefined {
  const fits = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max;
  if (!fits(domain, 0xffffffff) || !fits(bus, 0xff) || !fits(slot, 0x1f) || !fits(fn, 7)) return undefined;
  const hex = (value: number, width: number) => value.toString(16).padStart(width, "0");
  return joinAddress(hex(domain, 4), hex(bus, 2), hex(slot, 2), String(fn));
}

/** `dddd:bb:dd` of a normalised address: the card that the function is part of. */
export function slotOf(address: string): string {
  return address.slice(0, address.lastIndexOf("."));
}

/** `dddd:bb` of a normalised address. */
export function busOf(address: string): string {
  return address.slice(0, address.lastIndexOf(":"));
}

/** Order of the bus: domain, then bus, slot and function, all as numbers. */
export function compareAddresses(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A path of bridges `0000:15:01.0/16:00.0/1b:00.0` as full addresses; undefined where an element has no bus (`-P`). */
export function normalisePath(path: string): string[] | undefined {
  const parts = path.split("/");
  const first = normaliseAddress(parts[0] ?? "");
  if (!first) return undefined;
  const domain = first.slice(0, first.indexOf(":"));
  const full = parts.slice(1).map((part) => normaliseAddress(part.length > 7 ? part : `${domain}:${part}`));
  return full.every((part) => part !== undefined) ? [first, ...full] : undefined;
}
