/** A stretch of time that is looked at: [from, to), in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const SHORTEST_MS = 6 * HOUR_MS;
export const LONGEST_MS = 400 * DAY_MS;
/** How much of a view that begins with now lies before it. */
const PAST_SHARE = 0.15;
/** Times in answers have years of four digits; a view stays where they can be. */
const FIRST_MS = Date.UTC(1970, 0, 1);
const LAST_MS = Date.UTC(9999, 11, 31);

export const lengthOf = ({ from, to }: Span): number => to - from;

/** Where an instant is drawn: 0 at the left edge, 1 at the right. */
export const placeOf = (at: number, span: Span): number => (at - span.from) / lengthOf(span);

/** The instant at a place. */
export const instantAt = (place: number, span: Span): number => span.from + place * lengthOf(span);

function fitted(from: number, length: number): Span {
  const size = Math.min(Math.max(length, SHORTEST_MS), LONGEST_MS);
  const start = Math.min(Math.max(from, FIRST_MS), LAST_MS - size);
  return { from: Math.round(start), to: Math.round(start + size) };
}

/** So many days with a little past in them. */
export const spanAround = (now: number, days: number): Span => fitted(now - days * DAY_MS * PAST_SHARE, days * DAY_MS);

export const spanFrom = (from: number, days: number): Span => fitted(from, days * DAY_MS);

/** Moved by a share of its length; later is positive. */
export const panned = (span: Span, share: number): Span => fitted(span.from + lengthOf(span) * share, lengthOf(span));

/** Shown larger (factor > 1) or smaller; what is at `place` stays there. */
export function zoomed(span: Span, factor: number, place = 0.5): Span {
  const length = Math.min(Math.max(lengthOf(span) / factor, SHORTEST_MS), LONGEST_MS);
  return fitted(instantAt(place, span) - place * length, length);
}

/** Moved just so far that a bar comes into view: its beginning, unless all of it was earlier. */
export function revealing(span: Span, bar: Span): Span {
  if (bar.to > span.from && bar.from < span.to) return span;
  const margin = lengthOf(span) * PAST_SHARE;
  const at = bar.from >= span.to ? bar.from - margin : Math.max(bar.from - margin, bar.to + margin - lengthOf(span));
  return fitted(at, lengthOf(span));
}

/** The part of a bar that is in view, as places; undefined where none is. */
export function visiblePart(bar: Span, span: Span): { left: number; width: number } | undefined {
  if (bar.to <= span.from || bar.from >= span.to) return undefined;
  const left = Math.max(placeOf(bar.from, span), 0);
  return { left, width: Math.min(placeOf(bar.to, span), 1) - left };
}
