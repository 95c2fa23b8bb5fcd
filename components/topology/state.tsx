import "./states.css";
import { type ReactNode, useId } from "react";
import { STATE_WORDS } from "@/components/patterns/glossary";
import { Explained } from "@/components/patterns/term";
import { cx } from "@/components/ui/cx";
import { GLYPHS, pathAt } from "./glyphs";
import { type DrawnState, type Glyph, STATE_LOOKS, tally } from "./state-look";

/** Forced colours drop every fill but these, whose variables are system colours there (states.css). */
const KEEPS_FILL = "forced-colors:forced-color-adjust-none";

/** Ground, text and border of each state. */
const SURFACES: Record<DrawnState, string> = {
  free: "bg-(--state-free-bg) text-(color:--state-free-fg) border-(color:--state-free-line)",
  "in-use": "bg-surface text-(color:--state-in-use-line) border-(color:--state-in-use-line)",
  reserved: cx(
    "bg-(--state-reserved-bg) text-(color:--state-reserved-fg) border-(color:--state-reserved-line)",
    KEEPS_FILL,
  ),
  audience: cx(
    "bg-(--state-audience-bg) text-(color:--state-audience-fg) border-(color:--state-audience-line)",
    KEEPS_FILL,
  ),
  released: "bg-(--state-released-bg) text-(color:--state-released-fg) border-(color:--state-released-line)",
  spot: "bg-(--state-spot-bg) text-(color:--state-spot-fg) border-(color:--state-spot-line)",
  holdover: "bg-(--state-holdover-bg) text-(color:--state-holdover-fg) border-(color:--state-holdover-line)",
  "needs-review":
    "bg-(--state-needs-review-bg) text-(color:--state-needs-review-fg) border-(color:--state-needs-review-line)",
  "not-sellable":
    "bg-(--state-not-sellable-bg) text-(color:--state-not-sellable-fg) border-(color:--state-not-sellable-line)",
  "not-reported":
    "bg-(--state-not-reported-bg) text-(color:--state-not-reported-fg) border-(color:--state-not-reported-line)",
};

const OUTLINES = {
  large: { solid: "border-2 border-solid", double: "border-[5px] border-double", dotted: "border-2 border-dotted" },
  small: { solid: "border border-solid", double: "border-[3px] border-double", dotted: "border border-dotted" },
};

function Hatch({ state, pitch }: { state: DrawnState; pitch: number }) {
  const id = useId();
  if (STATE_LOOKS[state].fill !== "hatch") return null;
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <defs>
        <pattern id={id} width={pitch} height={pitch} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={pitch * 0.4} height={pitch} fill={`var(--state-${state}-hatch)`} />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

interface SurfaceProps {
  state: DrawnState;
  /** A tile's border and hatch, or those of a swatch, a badge or a bar. */
  size?: "large" | "small";
  className?: string;
  children?: ReactNode;
}

/** A box that looks like a state: the ground of tile, swatch, badge and timeline bar. */
export function StateSurface({ state, size = "small", className, children }: SurfaceProps) {
  const outline = OUTLINES[size][STATE_LOOKS[state].outline];
  return (
    <span className={cx("relative overflow-hidden", outline, SURFACES[state], className)}>
      <Hatch state={state} pitch={size === "large" ? 12 : 5} />
      {children}
    </span>
  );
}

function GlyphStrokes({ glyph }: { glyph: Glyph }) {
  const { filled, drawn } = GLYPHS[glyph];
  return (
    <>
      {drawn && <path d={pathAt(drawn)} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />}
      {filled && <path d={pathAt(filled)} fill="currentColor" />}
    </>
  );
}

/** The glyph alone; nothing where the state has none. */
export function StateGlyph({ state, className = "size-3.5" }: { state: DrawnState; className?: string }) {
  const { glyph, fill } = STATE_LOOKS[state];
  if (glyph === undefined) return null;
  const plate = fill === "hatch" && "rounded-sm forced-colors:bg-[Canvas]";
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={cx("relative shrink-0", className, plate)}>
      <GlyphStrokes glyph={glyph} />
    </svg>
  );
}

/** A small sample of the state. Decoration: the name stands beside it. */
export function StateSwatch({ state }: { state: DrawnState }) {
  return (
    <StateSurface state={state} className="inline-flex h-4 w-5 shrink-0 items-center justify-center rounded-sm">
      <StateGlyph state={state} className="size-2.5" />
    </StateSurface>
  );
}

/** Sample and name on one line. */
export function StateBadge({ state }: { state: DrawnState }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm">
      <StateSwatch state={state} />
      {STATE_LOOKS[state].name}
    </span>
  );
}

interface LegendProps {
  /** The state of every unit drawn; only states that occur are listed. */
  states: Iterable<DrawnState>;
  /** Says in a sentence what each state means; else that comes on hover and focus. */
  explained?: boolean;
}

/** What the drawing's states are called and how often each occurs. */
export function StateLegend({ states, explained = false }: LegendProps) {
  return (
    <ul aria-label="States" className={cx("flex gap-x-4 gap-y-1.5 text-sm", explained ? "flex-col" : "flex-wrap")}>
      {tally(states).map(({ state, count }) => (
        <li key={state} className="flex items-start gap-1.5">
          <span className="flex h-5 items-center">
            <StateSwatch state={state} />
          </span>
          <span>
            {explained ? STATE_LOOKS[state].name : <Explained entry={STATE_WORDS[state]} />}{" "}
            <span className="text-ink-muted">{count}</span>
            {explained && <span className="block text-ink-muted">{STATE_LOOKS[state].sentence}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
