import type { z } from "zod";
import type { FieldProblem } from "../domain/errors";

const MAX_SHOWN = 100;
/** Nobody reads more, and a body can hold hundreds of thousands. */
const MOST_TOLD = 2_000;

/** A name that a caller sent, safe to show: short, and without anything that could forge a line. */
export function shownName(name: string): string {
  const shown = name.toWellFormed().replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?");
  if (shown === "") return '""';
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
}

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a JSON object",
  record: "a JSON object",
};

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_big":
    case "too_small":
    case "custom":
    case "invalid_format":
      return issue.message;
    default:
      return "is not valid";
  }
}

/** Undefined where the problems are so many that the validator, which hands them on as arguments, runs out of stack. */
function judged<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> | undefined {
  try {
    // The validator says what it saw only when asked to; without it, a wrong value could not be told from a missing one.
    return schema.safeParse(value, { reportInput: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads a part of a request: its data, or every problem with it. `whole` names the part where no field is to blame. */
export function readPart<T>(
  schema: z.ZodType<T>,
  value: unknown,
  whole: string,
): { data: T } | { problems: [FieldProblem, ...FieldProblem[]] } {
  const result = judged(schema, value);
  if (result === undefined) return { problems: [{ field: whole, message: "has more problems than can be told" }] };
  return result.success ? { data: result.data } : { problems: fieldProblems(result.error, whole) };
}

/** Turns what the validator found into problems with the names that the caller sent (contract, section 7). */
export function fieldProblems(error: z.ZodError, whole: string): [FieldProblem, ...FieldProblem[]] {
  const problems = error.issues.flatMap((issue): FieldProblem[] => {
    const path = issue.path.map((part) => shownName(String(part))).join(".");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        field: path ? `${path}.${shownName(key)}` : shownName(key),
        message: "is not a name that this call knows",
      }));
    }
    return [{ field: path || whole, message: sentence(issue) }];
  });
  const [first = { field: whole, message: "is not valid" }, ...rest] = problems.slice(0, MOST_TOLD);
  return [first, ...rest];
}
