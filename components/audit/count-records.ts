import type { ExportFormat } from "@/server/contract/trail";

const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/**
 * Counts the records of an export as its bytes come in, however they are cut. Bytes are enough: neither a line feed nor a
 * quotation mark is part of another character in UTF-8. The head of a CSV is no record.
 */
export function recordCounter(format: ExportFormat): (chunk: Uint8Array) => number {
  let records = format === "csv" ? -1 : 0;
  let isQuoted = false;
  return (chunk) => {
    for (const byte of chunk) {
      if (byte === QUOTE && format === "csv") isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) records += 1;
    }
    return Math.max(0, records);
  };
}
