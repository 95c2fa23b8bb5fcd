import { expect, test } from "vitest";
import { StatementNames } from "./statement-names";

test("a text has a name from the second time on, and keeps it", () => {
  const names = new StatementNames();
  expect(names.nameOf("select 1")).toBeUndefined();
  const name = names.nameOf("select 1");
  expect(name).toBeDefined();
  expect(names.nameOf("select 1")).toBe(name);
});

test("no two texts share a name", () => {
  const names = new StatementNames();
  const texts = ["select 1", "select 2", "select 3"];
  for (const text of texts) names.nameOf(text);
  expect(new Set(texts.map((text) => names.nameOf(text))).size).toBe(3);
});

test("however many texts there are, only so many are named, and those stay", () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 5_000 }, (_, n) => `select ${n}`);
  for (const text of texts) {
    names.nameOf(text);
    names.nameOf(text);
  }
  const named = texts.filter((text) => names.nameOf(text) !== undefined);
  expect(named).toEqual(texts.slice(0, 400));
});
