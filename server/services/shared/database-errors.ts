import { BUSY, sqlState } from "@/db/client";
import { Refusal } from "@/server/domain/errors";

// Classes and codes of "the database is not there, not up, or too busy": trying again may help. Nothing was done, or
// the connection went before it was known whether (decision 15).
const UNAVAILABLE_CLASSES = ["08", "53", "57", "58"];
const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "25006", // read-only transaction: a standby
  "25P03", // idle in transaction too long
  "28000", // our login is refused
  "28P01",
  "3D000", // no such database
  "40001",
  "40P01",
  "55000", // the database takes no connections
  "55P03", // lock not available
]);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i;

const OVERLAP = "reservation_units_no_overlap";

function isUnavailable(error: unknown): boolean {
  const code = sqlState(error) ?? "";
  if (UNAVAILABLE_CODES.has(code) || (code.length === 5 && UNAVAILABLE_CLASSES.includes(code.slice(0, 2)))) return true;
  return error instanceof Error && UNAVAILABLE_TEXT.test(error.message);
}

/** What to say where the database is there and only this can't be done now. */
const SENTENCES: Record<string, string> = {
  "25006": "The database takes no changes right now; try again shortly.",
  "55P03": "Others are changing the same thing right now; try again shortly.",
  "57014": "This took too long, perhaps because others are changing the same thing; try again shortly.",
  "53100": "The database has no room left; whoever runs this installation has to make some.",
};
const GONE = "The database can't be reached right now; try again shortly.";

const constraintOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "constraint" in error ? String(error.constraint) : undefined;

/**
 * What a failure means to a caller. The database's own text never reaches one; undefined where it is a fault of ours.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (constraintOf(error) === OVERLAP) {
    return new Refusal(
      "reservation_overlap",
      "A unit was reserved by somebody else in the same moment; read the units and try again.",
    );
  }
  if (sqlState(error) === BUSY) {
    return new Refusal("unavailable", "More is asked of this server than it can do right now; try again shortly.");
  }
  if (!isUnavailable(error)) return undefined;
  const refusal = new Refusal("unavailable", SENTENCES[sqlState(error) ?? ""] ?? GONE);
  // For the log: whoever runs the server has to know which it was.
  refusal.cause = error;
  return refusal;
}
