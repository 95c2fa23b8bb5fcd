const NEEDS_QUOTES = /[",\r\n]/;
/** A spreadsheet takes a cell that begins so, in either width, for a formula and runs it. */
const STARTS_FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function cellText(cell: string | number | undefined): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const safe = STARTS_FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record as RFC 4180 writes it, its line end included; no text in it is a formula to a spreadsheet. */
export const csvLine = (cells: readonly (string | number | undefined)[]): string =>
  `${cells.map(cellText).join(",")}\r\n`;
