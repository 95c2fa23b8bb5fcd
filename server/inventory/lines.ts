import type { Device } from "@/server/inventory/merge";
import type { InventoryMessage } from "@/server/inventory/types";
import { count } from "@/server/inventory/wording";

const MOST_MESSAGES = 100;
/** Enough to find the place; a message about a thousand lines is about the paste. */
const MOST_LINES = 64;

/** `line` and `lines` of a message, out of all the lines that it is about. */
export function linesAt(lines: Iterable<number>): Pick<InventoryMessage, "line" | "lines"> {
  const sorted = [...new Set(lines)].sort((a, b) => a - b).slice(0, MOST_LINES);
  const [line] = sorted;
  if (line === undefined) return {};
  return sorted.length > 1 ? { line, lines: sorted } : { line };
}

/** All lines that a message is about. */
export const linesOf = ({ line, lines }: InventoryMessage): number[] => lines ?? (line === undefined ? [] : [line]);

/** Each message once, with the lines of all its repetitions, and not more of them than a person reads. */
export function unique(messages: readonly InventoryMessage[]): InventoryMessage[] {
  const byText = new Map<string, InventoryMessage>();
  for (const item of messages) {
    const known = byText.get(item.message);
    const lines = known ? [...linesOf(known), ...linesOf(item)] : linesOf(item);
    byText.set(item.message, { message: item.message, ...linesAt(lines) });
  }
  const all = [...byText.values()];
  const more = all.length - MOST_MESSAGES;
  return more > 0
    ? [...all.slice(0, MOST_MESSAGES), { message: `… and ${count(more, "more message")} of this kind.` }]
    : all;
}

const ADDRESS = /\b[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]\b/g;

/** Gives a message that names devices, but no line, the lines where these stand. */
export function locate(
  messages: readonly InventoryMessage[],
  devices: ReadonlyMap<string, Pick<Device, "lines">>,
): InventoryMessage[] {
  return messages.map((item) => {
    if (item.line !== undefined) return item;
    const named = [...item.message.matchAll(ADDRESS)].flatMap(([bdf]) => [...(devices.get(bdf)?.lines ?? [])]);
    return { ...item, ...linesAt(named) };
  });
}
