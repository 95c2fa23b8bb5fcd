import { z } from "zod";
import { parseInstant } from "../domain/term";

/** Longest list of ids in one call. */
export const MAX_IDS = 1024;
/** Most characters (code points) of a reason, and of a contract reference or a name. */
export const MAX_REASON = 2000;
export const MAX_NAME = 200;

// White space and the characters that show nothing at all: text made of these alone says nothing.
const BLANK = /^[\s\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]*$/u;

/** No database holds a NUL. */
const hasNul = (value: string): boolean => value.includes("\u0000");

function textProblem(value: string, max: number): string | undefined {
  if (hasNul(value)) return "must not contain the character NUL";
  if (!value.isWellFormed()) return "must be valid Unicode";
  // Code points: what people count as characters, and what the database counts.
  if (value.length > max && [...value].length > max) return `must be at most ${max} characters long`;
  return undefined;
}

/** Text of up to `max` characters that a database can hold. */
export const text = (max: number) =>
  z
    .string()
    .superRefine((value, issues) => {
      const message = textProblem(value, max);
      if (message) issues.addIssue({ code: "custom", message });
    })
    .meta({ maxLength: max });

/** Required text; surrounding white space is dropped, and nothing but white space counts as absent. */
export const requiredText = (max: number) =>
  text(max)
    .refine((value) => !BLANK.test(value), { message: "is required" })
    .transform((value) => value.trim());

/** Optional text, kept to the letter; null and blank text count as absent. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => (value === null || value === undefined || BLANK.test(value) ? undefined : value))
    .optional();

/** null counts as absent (contract, section 7). */
export const absentNull = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** Whether text could name anything at all: an id is never empty and has no NUL. */
export const canBeId = (value: string): boolean => value !== "" && !hasNul(value);

/** An opaque id; anything that is no id of ours is simply unknown. */
export const id = () => text(MAX_NAME).refine((value) => value.length > 0, { message: "must not be empty" });

function refuseRepeats(values: readonly string[], issues: z.RefinementCtx): void {
  const seen = new Set<string>();
  values.forEach((value, index) => {
    if (seen.has(value)) issues.addIssue({ code: "custom", path: [index], message: "is repeated" });
    seen.add(value);
  });
}

/** A list of ids, none repeated. `min` 1 unless an empty list has a meaning. */
export const idList = (min = 1) =>
  z
    .array(id())
    .min(min, { message: "must not be empty" })
    .max(MAX_IDS, { message: `must hold at most ${MAX_IDS} ids` })
    .superRefine(refuseRepeats);

/** An instant as RFC 3339 with an explicit offset, cut to the millisecond. */
export const instant = () =>
  z
    .string()
    .transform((value, issues) => {
      const parsed = parseInstant(value);
      if (parsed) return parsed;
      issues.addIssue({
        code: "custom",
        message: "must be a time like 2031-03-01T10:00:00Z or 2031-03-01T12:00:00+02:00, with its offset",
      });
      return z.NEVER;
    })
    .meta({ format: "date-time", example: "2031-03-01T10:00:00Z" });

/** A time in an answer: UTC, milliseconds, `Z`. */
export const time = () =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
    .meta({ format: "date-time", example: "2031-03-01T10:00:00.000Z" });
