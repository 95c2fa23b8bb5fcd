import "./states.css";
import { memo, useId } from "react";
import { count, listOf } from "./address";
import { boxesOf, type MiniBox, type MiniUnit } from "./miniature-boxes";
import { GlyphStrokes, HatchPattern } from "./state";
import { type DrawnState, STATE_LOOKS, tally } from "./state-look";

const STROKE = 1.25;
const HATCH_PITCH = 5;

const ground = (state: DrawnState) => (state === "in-use" ? "var(--surface)" : `var(--state-${state}-bg)`);

function Box({ box, hatchId, glyph }: { box: MiniBox; hatchId: string; glyph: boolean }) {
  const { state } = box.unit;
  const look = STATE_LOOKS[state];
  const line = `var(--state-${state}-line)`;
  const inset = (by: number) => ({
    x: box.x + by,
    y: box.y + by,
    width: box.width - 2 * by,
    height: box.height - 2 * by,
    rx: 1.5,
  });
  return (
    <g stroke={line} strokeWidth={STROKE}>
      <rect
        {...inset(STROKE / 2)}
        fill={ground(state)}
        strokeDasharray={look.outline === "dotted" ? "1.5 2" : undefined}
      />
      {look.fill === "hatch" && <rect {...inset(STROKE / 2)} fill={`url(#${hatchId}-${state})`} />}
      {look.outline === "double" && box.width > 8 && <rect {...inset(STROKE / 2 + 2)} fill="none" strokeWidth={1} />}
      {box.seams.map((x) => (
        <path key={x} d={`M${x} ${box.y}v4M${x} ${box.y + box.height}v-4`} />
      ))}
      {glyph && look.glyph && <BoxGlyph box={box} />}
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
    const hatched = tally(units.map(({ state }) => state)).filter(({ state }) => STATE_LOOKS[state].fill === "hatch");
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
            {hatched.map(({ state }) => (
              <HatchPattern key={state} id={`${id}-${state}`} state={state} pitch={HATCH_PITCH} />
            ))}
          </defs>
        )}
        {boxes.map((box) => (
          <Box key={box.unit.id} box={box} hatchId={id} glyph={glyphs} />
        ))}
      </svg>
    );
  },
  (before, after) => before.units === after.units || signature(before.units) === signature(after.units),
);
