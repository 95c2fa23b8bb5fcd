import { beginsDay } from "../ui/time-format";
import { type EdgeInput, edgeOf, emptyEdge, readDayEdge, readTimedEdge, type TermInput } from "./term-input";

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

/** A day as the instant that it means: a first day its beginning, a last day its end. */
function toTheMinute(edge: EdgeInput, zone: string, addDays: number): EdgeInput {
  const { at } = readDayEdge(edge, zone, addDays);
  return at === undefined ? edge : edgeOf(at, zone);
}

/** An instant as a day; an end at midnight is the end of the day before, which is then the last one. */
function toDay(edge: EdgeInput, zone: string, isEnd: boolean): EdgeInput {
  const { at } = readTimedEdge(edge, zone);
  return at === undefined ? edge : edgeOf(isEnd && beginsDay(at, zone) ? at - 1 : at, zone);
}

/** The same term told in whole days or to the minute: whole days stay the instants that they are. */
export function toldIn(term: TermInput, wholeDays: boolean): TermInput {
  if (term.wholeDays === wholeDays) return term;
  const { zone } = term;
  const told = (edge: EdgeInput, isEnd: boolean) =>
    wholeDays ? toDay(edge, zone, isEnd) : toTheMinute(edge, zone, isEnd ? 1 : 0);
  return {
    ...term,
    wholeDays,
    start: typeof term.start === "object" ? told(term.start, false) : term.start,
    end: term.end === "open" ? "open" : told(term.end, true),
  };
}
