import { ADDRESS_SOURCE } from "@/server/inventory/address";
import { type Line, MAX_WIDTH } from "@/server/inventory/clean";
import { GROUP_WORD } from "@/server/inventory/formats/group-heading";
import { CLASS_NAME_SOURCE } from "@/server/inventory/pci";

/** Where a device begins: its address and its class, maybe after its group. */
const BEGINNING = new RegExp(
  `(?<!\\S)(?:(?:iommu\\s)?${GROUP_WORD}\\s{1,3}\\d{1,5}\\s?:?\\s{1,8})?${ADDRESS_SOURCE}\\s{1,8}` +
    `(?=(?:${CLASS_NAME_SOURCE})(?:\\s?\\[[0-9a-f]{4}\\]|\\s?:))`,
  "gi",
);

/** The end of an address, cheap to look for. */
const FUNCTION = /:[01][0-9a-f]\.[0-7]\s/i;

/** Devices that run on in one line, since a form or a chat took the line ends, as lines of their own. */
export function split(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => (line.command ? [line] : splitLine(line)));
}

function splitLine(line: Line): Line[] {
  const text = line.full ?? line.text;
  if (text.split(FUNCTION).length < 3) return [line];
  const [, ...starts] = [...text.matchAll(BEGINNING)].map((match) => match.index);
  if (starts.length === 0) return [line];
  return [0, ...starts].map((start, at) => {
    const part = text.slice(start, starts[at] ?? text.length).trimEnd();
    // Indented, as members of a group are: what has no group of its own belongs to the one before.
    return { ...line, full: undefined, text: `${start > 0 ? "\t" : ""}${part}`.slice(0, MAX_WIDTH) };
  });
}
