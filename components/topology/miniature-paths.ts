import { circle, GLYPHS, pathAt, rounded, type Stroke } from "./glyphs";
import type { MiniBox } from "./miniature-boxes";
import { type DrawnState, STATE_LOOKS, tally } from "./state-look";

const LINE = 1.25;
const CORNER = 1.5;
const SEAM = 4;
const HATCH_PITCH = 5;
const HATCH_LINE = HATCH_PITCH * 0.4;
/** A line's end is as wide as the line: this much inside of the box none reaches into the one around it. */
const HATCH_INSET = LINE + HATCH_LINE / 2 / Math.SQRT2;
const GLYPH_ROOM = 13;
const GLYPH_MARGIN = 3.5;
const GLYPH_SIDE = 16;
const PLATE = [circle(GLYPH_SIDE / 2, GLYPH_SIDE / 2, GLYPH_SIDE / 2)];
/** States whose glyph stands on a ground of their own colour. */
const ON_FILL: readonly DrawnState[] = ["audience", "spot", "needs-review", "not-sellable"];

/** One path of a miniature, with its attributes as SVG names them. */
export interface MiniPath {
  d: string;
  fill: string;
  stroke?: string;
  strokeWidth?: number;
  strokeDasharray?: string;
  strokeLinecap?: "round";
  shapeRendering?: "crispEdges";
  transform?: string;
}

/**
 * A box's outline with its corners cut, further in by some px; clockwise from where a rectangle's dashes begin. At this size
 * a cut looks like a curve, which costs more to read and to draw.
 */
function outline(box: MiniBox, by: number): string {
  const [width, height] = [box.width - 2 * by, box.height - 2 * by];
  const cut = Math.min(CORNER, width / 2, height / 2);
  const [across, down] = [width - 2 * cut, height - 2 * cut];
  return `M${box.x + by + cut} ${box.y + by}h${across}l${cut} ${cut}v${down}l${-cut} ${cut}h${-across}l${-cut} ${-cut}v${-down}z`;
}

const outlines = (boxes: readonly MiniBox[], by: number) => boxes.map((box) => outline(box, by)).join("");
const seams = (boxes: readonly MiniBox[]) =>
  boxes.flatMap((box) => box.seams.map((x) => `M${x} ${box.y}v${SEAM}M${x} ${box.y + box.height}v${-SEAM}`)).join("");

/** The diagonals of a box, from its lower left to its upper right: drawn, since a pattern for each row costs more. */
export function hatch(box: MiniBox): string {
  const [left, top] = [box.x + HATCH_INSET, box.y + HATCH_INSET];
  const [right, bottom] = [box.x + box.width - HATCH_INSET, box.y + box.height - HATCH_INSET];
  const step = HATCH_PITCH * Math.SQRT2;
  let d = "";
  for (let sum = Math.ceil((left + top) / step) * step; sum < right + bottom; sum += step) {
    const from = Math.max(left, sum - bottom);
    const across = rounded(Math.min(right, sum - top) - from);
    if (across > 0) d += `M${rounded(from)} ${rounded(sum - from)}l${across} ${-across}`;
  }
  return d;
}

const ground = (state: DrawnState) => (state === "in-use" ? "var(--surface)" : `var(--state-${state}-bg)`);

function boxPaths(state: DrawnState, boxes: readonly MiniBox[]): MiniPath[] {
  const look = STATE_LOOKS[state];
  const stroke = `var(--state-${state}-line)`;
  const shapeRendering = "crispEdges";
  const edge: MiniPath = {
    d: outlines(boxes, LINE / 2) + seams(boxes),
    fill: ground(state),
    stroke,
    strokeWidth: LINE,
    ...(look.outline === "dotted" && { strokeDasharray: "1.5 2" }),
    shapeRendering,
  };
  const paths = [edge];
  if (look.fill === "hatch") {
    const d = boxes.map(hatch).join("");
    paths.push({ d, fill: "none", stroke: `var(--state-${state}-hatch)`, strokeWidth: HATCH_LINE });
  }
  const wide = boxes.filter((box) => box.width > 8);
  if (look.outline === "double" && wide.length > 0)
    paths.push({ d: outlines(wide, LINE / 2 + 2), fill: "none", stroke, strokeWidth: 1, shapeRendering });
  return paths;
}

function glyphPaths(state: DrawnState, boxes: readonly MiniBox[]): MiniPath[] {
  const { glyph, fill } = STATE_LOOKS[state];
  if (!glyph) return [];
  const colour = `var(--state-${state}-${ON_FILL.includes(state) ? "fg" : "line"})`;
  const rooms = [...new Set(boxes.map((box) => Math.min(GLYPH_ROOM, box.width)))];
  return rooms.flatMap((room) => {
    const scale = (room - GLYPH_MARGIN) / GLYPH_SIDE;
    const here = boxes.filter((box) => Math.min(GLYPH_ROOM, box.width) === room);
    const drawnAt = (strokes: readonly Stroke[]) =>
      here
        .map((box) => {
          const middle = GLYPH_SIDE / 2;
          const [x, y] = [(box.x + box.width / 2) / scale - middle, (box.y + box.height / 2) / scale - middle];
          return pathAt(strokes, x, y);
        })
        .join("");
    const transform = `scale(${scale})`;
    const { filled, drawn } = GLYPHS[glyph];
    const paths: MiniPath[] = [];
    if (fill === "hatch") paths.push({ d: drawnAt(PLATE), fill: ground(state), transform });
    if (drawn)
      paths.push({
        d: drawnAt(drawn),
        fill: "none",
        stroke: colour,
        strokeWidth: 2,
        strokeLinecap: "round",
        transform,
      });
    if (filled) paths.push({ d: drawnAt(filled), fill: colour, transform });
    return paths;
  });
}

/**
 * What a miniature is drawn of, from back to front: all boxes of a state as one shape, and all of its glyphs. A fleet's
 * rows come by the hundred while it is scrolled, and each element in them costs the browser a part of every frame.
 */
export function pathsOf(boxes: readonly MiniBox[], glyphs: boolean): MiniPath[] {
  return tally(boxes.map(({ unit }) => unit.state)).flatMap(({ state }) => {
    const those = boxes.filter(({ unit }) => unit.state === state);
    return [...boxPaths(state, those), ...(glyphs ? glyphPaths(state, those) : [])];
  });
}
