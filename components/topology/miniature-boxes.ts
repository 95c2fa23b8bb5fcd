import type { FleetRow } from "@/server/contract/console";

export type MiniUnit = FleetRow["units"][number];

export interface MiniBox {
  unit: MiniUnit;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where the cells of a wide unit meet. */
  seams: number[];
}

export interface Miniature {
  width: number;
  height: number;
  boxes: MiniBox[];
  /** Whether boxes are wide enough for a glyph. */
  glyphs: boolean;
}

const HEIGHT = 18;
const GAP = 2;
const SOCKET_GAP = 5;

/** Cells a line, their width, and how many lines they take: small machines are drawn large. */
function measure(cells: number): { perLine: number; width: number; lines: number } {
  if (cells <= 8) return { perLine: 8, width: 13, lines: 1 };
  if (cells <= 16) return { perLine: 16, width: 9, lines: 1 };
  return { perLine: Math.ceil(cells / 2), width: cells > 40 ? 3 : 5, lines: 2 };
}

/** NUMA nodes in order, then what is of none; within each the order of the machine. */
function bySocket(units: readonly MiniUnit[]): MiniUnit[] {
  const rank = (unit: MiniUnit) => unit.numa ?? Number.MAX_SAFE_INTEGER;
  return units
    .map((unit, index) => ({ unit, index }))
    .sort((a, b) => rank(a.unit) - rank(b.unit) || a.index - b.index)
    .map(({ unit }) => unit);
}

/** Where each unit is drawn in a fleet row. */
export function boxesOf(units: readonly MiniUnit[]): Miniature {
  const ordered = bySocket(units);
  const { perLine, width, lines } = measure(ordered.reduce((sum, unit) => sum + unit.gpus, 0));
  const height = (HEIGHT - GAP * (lines - 1)) / lines;
  const boxes: MiniBox[] = [];
  let [x, y, used, right] = [0, 0, 0, 0];
  ordered.forEach((unit, index) => {
    const cells = Math.max(1, unit.gpus);
    if (used > 0 && used + cells > perLine) [x, y, used] = [0, y + height + GAP, 0];
    if (used > 0 && ordered[index - 1]?.numa !== unit.numa) x += SOCKET_GAP;
    const wide = cells * width + (cells - 1) * GAP;
    const seams = Array.from({ length: cells - 1 }, (_, seam) => x + (seam + 1) * (width + GAP) - GAP / 2);
    boxes.push({ unit, x, y, width: wide, height, seams });
    x += wide + GAP;
    used += cells;
    right = Math.max(right, x - GAP);
  });
  return { width: right, height: Math.max(HEIGHT, y + height), boxes, glyphs: width >= 9 };
}
