import { median } from "./load/tally";
import type { Stage } from "./stage";

export interface Row {
  figure: string;
  /** What was reached, in words. */
  value: string;
  goal?: string;
  /** Undefined where there is no goal. */
  met?: boolean;
  /** What the figure was made of. */
  details?: string;
}

export interface Settings {
  /** Length of one round, and how many of each side. */
  roundMs: number;
  rounds: number;
  nodes: number;
  history: number;
  live: number;
  streams: number;
}

export const FULL: Settings = {
  roundMs: 2_500,
  rounds: 5,
  nodes: 10_000,
  history: 1_000_000,
  live: 100_000,
  streams: 500,
};
export const QUICK: Settings = { roundMs: 1_500, rounds: 3, nodes: 1_000, history: 20_000, live: 5_000, streams: 100 };

export type Figure = (stage: Stage, settings: Settings) => Promise<Row[]>;

/** Runs sides in turn, ABAB, the first round of each not counted; the results of each, round by round. */
export async function alternate<T>(rounds: number, sides: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const results: T[][] = sides.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, side] of sides.entries()) {
      const result = await side();
      if (round > 0) results[index]?.push(result);
    }
  }
  return results;
}

/** Median of the ratios of rounds that stood next to each other: what slowed the machine slowed both. */
export const ratioOf = (over: readonly number[], under: readonly number[]): number =>
  median(over.map((value, index) => value / (under[index] ?? Number.NaN)));

export const round = (value: number, digits = 0): string => value.toFixed(digits);

/** A ratio with a goal that it must reach, or must not pass. */
export function ratioRow(figure: string, ratio: number, goal: { least?: number; most?: number }, details: string): Row {
  const { least, most } = goal;
  const wanted = least !== undefined ? `≥ ${least}` : most !== undefined ? `≤ ${most}` : undefined;
  const value = ratio.toFixed(2);
  const met = least !== undefined ? Number(value) >= least : most !== undefined ? Number(value) <= most : undefined;
  return { figure, value, goal: wanted, met, details };
}
