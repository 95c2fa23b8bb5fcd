import type { Glyph } from "./state-look";

/** A line that begins at a point of a square of 16; the rest of its path is relative, so that it can be drawn anywhere. */
export type Stroke = readonly [x: number, y: number, rest: string];

export interface GlyphShape {
  filled?: readonly Stroke[];
  /** Two units wide, with round ends. */
  drawn?: readonly Stroke[];
}

/** A circle, from its leftmost point. */
export const circle = (cx: number, cy: number, r: number): Stroke => [
  cx - r,
  cy,
  `a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
];

export const GLYPHS: Readonly<Record<Glyph, GlyphShape>> = {
  dot: { filled: [circle(8, 8, 5)] },
  bolt: { filled: [[9.8, 0.8, "l-7 8.4h4.4l-1 6 7-8.6h-4.6z"]] },
  clock: { drawn: [circle(8, 8, 6), [8, 4.6, "v3.4l2.4 1.6"]] },
  question: {
    drawn: [[5.1, 5.2, "a2.9 2.9 0 1 1 4.4 2.5c-1.1.7-1.5 1.2-1.5 2.5"]],
    filled: [circle(8, 13.6, 1.4)],
  },
  lock: {
    drawn: [[5.2, 7, "v-2.2a2.8 2.8 0 0 1 5.6 0v2.2"]],
    filled: [
      [
        4,
        6.8,
        "h8a1.2 1.2 0 0 1 1.2 1.2v5.2a1.2 1.2 0 0 1-1.2 1.2h-8a1.2 1.2 0 0 1-1.2-1.2v-5.2a1.2 1.2 0 0 1 1.2-1.2z",
      ],
    ],
  },
};

/** A coordinate to a hundredth of a pixel: more only makes the page longer. */
export const rounded = (n: number) => Math.round(n * 100) / 100;

/** The path of some lines, moved to a place. */
export const pathAt = (strokes: readonly Stroke[], x = 0, y = 0): string =>
  strokes.map(([left, top, rest]) => `M${rounded(left + x)} ${rounded(top + y)}${rest}`).join("");
