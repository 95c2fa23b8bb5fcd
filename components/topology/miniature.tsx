import "./states.css";
import { memo } from "react";
import { count, listOf } from "./address";
import { boxesOf, type MiniUnit } from "./miniature-boxes";
import { pathsOf } from "./miniature-paths";
import { STATE_LOOKS, tally } from "./state-look";

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
  units.map(({ state, gpus, numa }) => `${state} ${gpus} ${numa}`).join("|");

/** A machine in a row of a table: sockets apart, paired units wide, each state by its texture. */
export const Miniature = memo(
  function Miniature({ units }: { units: readonly MiniUnit[] }) {
    const label = miniatureLabel(units);
    if (units.length === 0) {
      return <span className="text-ink-faint text-sm">{label}</span>;
    }
    const { width, height, boxes, glyphs } = boxesOf(units);
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
        {pathsOf(boxes, glyphs).map((path) => (
          <path key={path.d + path.fill} {...path} />
        ))}
      </svg>
    );
  },
  (before, after) => before.units === after.units || signature(before.units) === signature(after.units),
);
