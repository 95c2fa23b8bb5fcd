import "./states.css";
import { memo, useId } from "react";
import { count, listOf } from "./address";
import { boxesOf, type MiniBox, type MiniUnit } from "./miniature-boxes";
import { GlyphStrokes, HatchPattern } from "./state";
import { type DrawnState, STATE_LOOKS, tally } from "./state-look";

const STROKE = 1.25;
const RADIUS = 1.5;
const HATCH_PITCH = 5;

const ground = (state: DrawnState) => (state === "in-use" ? "var(--surface)" : `var(--state-${state}-bg)`);

/** A box's outline with round corners, further in by some px; clockwise from where a rectangle's dashes begin. */
function outline(box: MiniBox, by: number): string {
  const [width, height] = [box.width - 2 * by, box.height - 2 * by];
  const r = Math.min(RADIUS, width / 2, height / 2);
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return `M${box.x + by + r} ${box.y + by}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

const pathOf = (boxes: readonly MiniBox[], by: number) => boxes.map((box) => outline(box, by)).join("");
const seamsOf = ({ seams, y, height }: MiniBox) => seams.map((x) => `M${x} ${y}v4M${x} ${y + height}v-4`).join("");

/** All boxes of one state as one shape: a fleet's rows come by the hundred while it is scrolled. */
function Boxes({ state, boxes, hatchId }: { state: DrawnState; boxes: readonly MiniBox[]; hatchId: string }) {
  const look = STATE_LOOKS[state];
  const edge = pathOf(boxes, STROKE / 2);
  const wide = boxes.filter((box) => box.width > 8);
  const seams = boxes.map(seamsOf).join("");
  return (
    <g stroke={`var(--state-${state}-line)`} strokeWidth={STROKE} shapeRendering="crispEdges">
      <path d={edge} fill={ground(state)} strokeDasharray={look.outline === "dotted" ? "1.5 2" : undefined} />
      {look.fill === "hatch" && <path d={edge} fill={`url(#${hatchId}-${state})`} />}
      {look.outline === "double" && <path d={pathOf(wide, STROKE / 2 + 2)} fill="none" strokeWidth={1} />}
      {seams && <path d={seams} />}
    </g>
  );
}

const ON_FILL: readonly DrawnState[] = ["audience", "spot", "needs-review", "not-sellable"];

function BoxGlyph({ box }: { box: MiniBox }) {
  const { state } = box.unit;
  const { glyph, fill } = STATE_LOOKS[state];
  const cell = Math.min(13, box.width);
  const size = cell - 3.5;
  const [x, y] = [box.x + (box.width - size) / 2, box.y + (box.height - size) / 2];
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 16 16" stroke="none" aria-hidden="true">
      {fill === "hatch" && <circle cx="8" cy="8" r="8" fill={ground(state)} />}
      <g color={`var(--state-${state}-${ON_FILL.includes(state) ? "fg" : "line"})`}>
        {glyph && <GlyphStrokes glyph={glyph} />}
      </g>
    </svg>
  );
}

/** `8 GPUs in 6 units: 2 units free, 1 sold at spot`. */
export function miniatureLabel(units: readonly MiniUnit[]): string {
  if (units.length === 0) return "No GPUs reported";
  const gpus = units.reduce((sum, unit) => sum + unit.gpus, 0);
  const states = tally(units.map(({ state }) => state)).map(
    ({ state, count: n }) => `${n} ${STATE_LOOKS[state].name.toLowerCase()}`,
  );
  return `${count(gpus, "GPU")} in ${count(units.length, "unit")}: ${listOf(states)}`;
}

const signature = (units: readonly MiniUnit[]) =>
  units.map(({ id, state, gpus, numa }) => `${id} ${state} ${gpus} ${numa}`).join("|");

/** A machine in a row of a table: sockets apart, paired units wide, each state by its texture. */
export const Miniature = memo(
  function Miniature({ units }: { units: readonly MiniUnit[] }) {
    const id = useId();
    const label = miniatureLabel(units);
    if (units.length === 0) {
      return <span className="text-ink-faint text-sm">{label}</span>;
    }
    const { width, height, boxes, glyphs } = boxesOf(units);
    const states = tally(units.map(({ state }) => state)).map(({ state }) => state);
    const hatched = states.filter((state) => STATE_LOOKS[state].fill === "hatch");
    return (
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block shrink-0"
      >
        <title>{label}</title>
        {hatched.length > 0 && (
          <defs>
            {hatched.map((state) => (
              <HatchPattern key={state} id={`${id}-${state}`} state={state} pitch={HATCH_PITCH} />
            ))}
          </defs>
        )}
        {states.map((state) => (
          <Boxes key={state} state={state} boxes={boxes.filter(({ unit }) => unit.state === state)} hatchId={id} />
        ))}
        {glyphs &&
          boxes
            .filter(({ unit }) => STATE_LOOKS[unit.state].glyph)
            .map((box) => <BoxGlyph key={box.unit.id} box={box} />)}
      </svg>
    );
  },
  (before, after) => before.units === after.units || signature(before.units) === signature(after.units),
);
