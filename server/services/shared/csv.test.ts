import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "./csv";

/** Reads one record as RFC 4180 says, to hold the writer against. */
function read(line: string): string[] {
  const cells: string[] = [];
  const text = line.slice(0, -2);
  const one = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/y;
  for (;;) {
    const match = one.exec(text);
    if (!match) throw new Error(`not a record: ${line}`);
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "") return cells;
  }
}

test("cells are parted by commas and the record ends with CRLF", () => {
  expect(csvLine(["res_1", 3, undefined, "Acme"])).toBe("res_1,3,,Acme\r\n");
});

test("quotes, commas and line ends are quoted", () => {
  expect(csvLine(['say "hi"', "a,b", "one\r\ntwo", "plain text"])).toBe(
    '"say ""hi""","a,b","one\r\ntwo",plain text\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1+1", "\uff20SUM(A1)"])(
  "%j is no formula",
  (text) => {
    expect(read(csvLine([text]))).toEqual([`'${text}`]);
  },
);

test("a number stays a number, below zero too", () => {
  expect(csvLine([-5, 0.5])).toBe("-5,0.5\r\n");
});

test("whatever the text, it is read back as it was, and never begins as a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (cells) => {
      const back = read(csvLine(cells));
      expect(back.map((cell, place) => (cell === `'${cells[place]}` ? cells[place] : cell))).toEqual(cells);
      for (const cell of back) expect(cell).not.toMatch(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/);
    }),
  );
});
