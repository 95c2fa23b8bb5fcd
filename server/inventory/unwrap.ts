import { ADDRESS_SOURCE } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { readDeviceLine } from "@/server/inventory/formats/device-line";
import { headingGroup, headingGroupAbove } from "@/server/inventory/formats/group-heading";

/** Puts lines of `lspci` together again that a narrow terminal, or a mail, broke in two. */

const SHORTEST = 30;
const LONGEST = 400;
/** Below a line's first; 64 columns break the longest line of a listing into three. */
const MOST_PIECES = 3;

const ADDRESS = new RegExp(`(?<![\\w:.-])${ADDRESS_SOURCE}(?!\\w)`, "i");
const FIELD = /^\s*[A-Z][\w ]{2,24}:(?:\s|$)/;
const MARKS = /^\s*(?:[=*+|\-─═_~`#$]{3,}|\$ )/u;
const SUBSYSTEM = /^\s*Subsystem:/;
const IDS = /\[[0-9a-f]{4}:[0-9a-f]{4}\]/i;
const REVISION = /\(rev [0-9a-f]{2}\)(?:\s*\([^()]*\)?)?$/i;

/** Ends and beginnings that no word has in its middle. */
const BETWEEN_WORDS = [
  [/[a-z]$/, /^[A-Z]/],
  [/\bDevice$/, /^[0-9a-f]{4}\b/],
] as const;

/** The same lines, with the rest of a broken one at its beginning and nothing where the rest stood. */
export function unwrap(lines: readonly Line[]): Line[] {
  const missing = lines.map((_, at) => piecesMissing(lines, at));
  const width = missing.reduce((most, pieces, at) => (pieces > 0 ? Math.max(most, textAt(lines, at).length) : most), 0);
  const whole = [...lines];
  if (width === 0) return whole;
  for (let at = 0; at < whole.length; at += 1) {
    const first = lines[at] as Line;
    let { text } = first;
    let pieces = 0;
    while (pieces < MOST_PIECES && (pieces < (missing[at] ?? 0) || goesOn(text, lines, at + pieces, width))) {
      const rest = lines[at + pieces + 1] as Line;
      text = glue(text, textAt(lines, at + pieces), rest.text, width);
      pieces += 1;
      whole[at + pieces] = { ...rest, text: "" };
    }
    if (pieces > 0) whole[at] = { ...first, text };
    at += pieces;
  }
  return whole;
}

const textAt = (lines: readonly Line[], at: number) => lines[at]?.text ?? "";

/** Whether a line could be the rest of the one above: it says nothing of its own. */
function couldBeRest({ text, command }: Line): boolean {
  return (
    text !== "" &&
    !command &&
    text.length <= LONGEST &&
    !ADDRESS.test(text) &&
    !FIELD.test(text) &&
    !MARKS.test(text) &&
    !(headingGroup(text) ?? headingGroupAbove(text))
  );
}

/** How many of the lines below are needed until a line is complete; 0 where it is, or where they don't help. */
function piecesMissing(lines: readonly Line[], at: number): number {
  const head = lines[at];
  if (!head || head.command || head.text.length < SHORTEST || head.text.length > LONGEST) return 0;
  let tail = "";
  for (let pieces = 1; pieces <= MOST_PIECES; pieces += 1) {
    const rest = lines[at + pieces];
    if (!rest || !couldBeRest(rest)) return 0;
    tail += rest.text;
    if (completes(head.text, tail)) return pieces;
  }
  return 0;
}

/** Whether the line of a device, or of its subsystem, lacks something that the text below has. */
function completes(head: string, tail: string): boolean {
  const subsystem = SUBSYSTEM.test(head);
  const device = !subsystem && ADDRESS.test(head) ? readDeviceLine(head) : undefined;
  if (!device && !subsystem) return false;
  const own = device?.after ?? head;
  const opened = unclosed(own);
  if (opened > 0 && opened + unclosed(tail) === 0) return true;
  if (subsystem) return !IDS.test(head) && IDS.test(tail);
  if (device?.pciClass === undefined || /:\s*$/.test(own)) return [`${head}${tail}`, `${head} ${tail}`].some(isWhole);
  if (REVISION.test(tail) && !/\(rev/i.test(own)) return true;
  return device.device === undefined && /\[[0-9a-f]{4}\]/i.test(own) && IDS.test(tail);
}

function isWhole(text: string): boolean {
  const device = readDeviceLine(text);
  return device?.pciClass !== undefined && device.vendor !== undefined;
}

/** Brackets and parentheses that are open at the end, less those that close what was opened above. */
const unclosed = (text: string) => text.split(/[[(]/).length - text.split(/[\])]/).length;

/** Whether a line that fills the screen goes on below although nothing shows that it must. */
function goesOn(text: string, lines: readonly Line[], at: number, width: number): boolean {
  const [last, rest] = [textAt(lines, at), lines[at + 1]];
  const filled = last.length === width || last.length === width - 1;
  if (!filled || !rest || !couldBeRest(rest) || /^\s/.test(rest.text) || rest.text.length > width) return false;
  return ADDRESS.test(text) || FIELD.test(text);
}

/** Two pieces as one; `last` is the piece that `rest` continues, at most as wide as the screen. */
function glue(text: string, last: string, rest: string, width: number): string {
  // A screen cuts anywhere; a blank just there is gone, and the line one short. A mail cuts at blanks only.
  const blank = last.length < width || BETWEEN_WORDS.some(([end, start]) => end.test(text) && start.test(rest));
  return blank && !/^\s/.test(rest) ? `${text} ${rest}` : `${text}${rest}`;
}
