import type { ImportMessage, ImportPreview, ReadDeviceView } from "@/server/contract/machines";
import { pasteLines } from "@/server/domain/paste-lines";

export type NoteTone = "error" | "warning" | "left-out" | "unit" | "quiet";

/** Something to say at one line of the paste. */
export interface LineNote {
  tone: NoteTone;
  text: string;
}

export interface PasteLine {
  n: number;
  text: string;
  notes: LineNote[];
}

/** A run of lines that are shown, or one of lines that nobody has anything to say about. */
export type Segment = { kind: "lines"; lines: PasteLine[] } | { kind: "gap"; from: number; to: number };

/** Lines kept around each note, and the shortest run that is worth folding away. */
const AROUND = 2;
const SHORTEST_GAP = 8;
/** Rows that a page draws without becoming slow. */
const MOST_ROWS = 1500;

const LABELS: Record<NoteTone, string> = {
  error: "Error",
  warning: "Note",
  "left-out": "Left out",
  unit: "Unit",
  quiet: "Not a GPU",
};
export const toneLabel = (tone: NoteTone): string => LABELS[tone];

/** A message in full at its first line, and a pointer there at the others. */
function spread(tone: NoteTone, message: ImportMessage, notes: Map<number, LineNote[]>): void {
  const [first] = message.lines;
  for (const line of message.lines) {
    add(notes, line, { tone, text: line === first ? message.message : `The same as at line ${first}.` });
  }
}

function add(notes: Map<number, LineNote[]>, line: number, note: LineNote): void {
  const known = notes.get(line);
  if (known) known.push(note);
  else notes.set(line, [note]);
}

const isLeftOut = (device: Pick<ReadDeviceView, "as">) => device.as === "ignored" || device.as === "unknown";

/** Devices that look like something to sell and are not taken. */
export const leftOut = (preview: Pick<ImportPreview, "devices">): ReadDeviceView[] => preview.devices.filter(isLeftOut);

function toneOf(device: ReadDeviceView): NoteTone {
  if (isLeftOut(device)) return "left-out";
  return device.as === "gpu" ? "unit" : "quiet";
}

type Told = Pick<ImportPreview, "errors" | "warnings" | "devices">;

/** What there is to say at each line, the gravest first. */
export function notesByLine({ errors, warnings, devices }: Told): Map<number, LineNote[]> {
  const notes = new Map<number, LineNote[]>();
  for (const error of errors) spread("error", error, notes);
  for (const warning of warnings) spread("warning", warning, notes);
  for (const device of devices) {
    const [first] = device.lines;
    if (first === undefined) continue;
    add(notes, first, { tone: toneOf(device), text: device.note });
    if (device.as !== "gpu") continue;
    for (const line of device.lines.slice(1)) add(notes, line, { tone: "unit", text: `${device.bdf} again.` });
  }
  return notes;
}

function kept(count: number, noted: Iterable<number>, opened: readonly { from: number; to: number }[]): Set<number> {
  const keep = new Set<number>();
  for (const n of noted) for (let at = n - AROUND; at <= n + AROUND; at += 1) keep.add(at);
  for (const { from, to } of opened) for (let at = from; at <= Math.min(to, count); at += 1) keep.add(at);
  return keep;
}

/** The paste with its notes; long runs without any are folded, except those that were opened. */
export function annotate(text: string, told: Told, opened: readonly { from: number; to: number }[] = []): Segment[] {
  const lines = pasteLines(text);
  if (lines.at(-1)?.trim() === "") lines.pop();
  const notes = notesByLine(told);
  const keep = kept(lines.length, notes.keys(), opened);
  const segments: Segment[] = [];
  let rows = 0;
  for (let n = 1; n <= lines.length; ) {
    let end = n;
    while (end <= lines.length && !keep.has(end)) end += 1;
    const folds = end - n >= SHORTEST_GAP || rows >= MOST_ROWS;
    if (folds && end > n) {
      segments.push({ kind: "gap", from: n, to: end - 1 });
      n = end;
      continue;
    }
    while (end <= lines.length && keep.has(end)) end += 1;
    const shown = lines.slice(n - 1, end - 1);
    rows += shown.length;
    const drawn = shown.map((line, at) => ({ n: n + at, text: line, notes: notes.get(n + at) ?? [] }));
    const last = segments.at(-1);
    if (last?.kind === "lines") last.lines.push(...drawn);
    else segments.push({ kind: "lines", lines: drawn });
    n = end;
  }
  return segments;
}

/** The folded run that a line is in. */
export function gapWith(segments: readonly Segment[], n: number): { from: number; to: number } | undefined {
  const gap = segments.find((segment) => segment.kind === "gap" && segment.from <= n && n <= segment.to);
  return gap?.kind === "gap" ? { from: gap.from, to: gap.to } : undefined;
}
