import { wallTime } from "../ui/time-format";
import { edgeOf, emptyEdge, type TermInput } from "./term-input";

/** The instant begins a day on the zone's clock. */
const beginsDay = (ms: number, zone: string): boolean => {
  const { hour, minute, second } = wallTime(ms, zone);
  return hour === 0 && minute === 0 && second === 0;
};

/**
 * A form that says this term: from now where it has no start. In whole days where both edges are; an end that is left
 * open stays to be filled in.
 */
export function termOf(from: number | undefined, to: number | undefined, zone: string): TermInput {
  const edges = [from, to].filter((edge) => edge !== undefined);
  const wholeDays = edges.every((edge) => beginsDay(edge, zone));
  // The last day is named, and not the instant after it.
  const end = to === undefined ? { ...emptyEdge } : edgeOf(wholeDays ? to - 1 : to, zone);
  return { zone, wholeDays, start: from === undefined ? "now" : edgeOf(from, zone), end };
}
