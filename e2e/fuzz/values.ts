import type { Random } from "../races/random";
import type { Schema } from "./document";

/** Values that broke somebody's server once. */
const ODD: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  Number.MIN_VALUE,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u2028\u202e\ufeff",
  "💥".repeat(60),
  "x".repeat(3_000),
  "'; drop table nodes; --",
  "{{7*7}}<script>alert(1)</script>",
  "%00%2e%2e/..\\..",
  "__proto__",
  "constructor",
  "2031-02-30T00:00:00Z",
  "2031-03-01T10:00:00",
  "9999-12-31T23:59:59.999999999Z",
  "10000-01-01T00:00:00Z",
  "-infinity",
  "2016-12-31T23:59:60Z",
  "2031-03-01T10:00:00+25:00",
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: null, toString: 1 },
  ["a", "a"],
  Array.from({ length: 1_100 }, (_, index) => `id-${index}`),
];

export const odd = (random: Random): unknown => random.pick(ODD);

/** The same as text that can stand in an address or a name. */
export function oddText(random: Random): string {
  const value = odd(random);
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();
}

const TIMES = [-600, -1, 0, 1, 60, 3_600, 86_400, 86_400 * 400];

function text(schema: Schema, random: Random, known: readonly string[]): string {
  if (schema.format === "date-time") {
    return new Date(Date.now() + (random.pick(TIMES) ?? 0) * 1000).toISOString();
  }
  const id = random.pick(known);
  if (random.below(4) > 0 && id !== undefined) return id;
  return "x".repeat(Math.max(schema.minLength ?? 0, Math.min(schema.maxLength ?? 20, 1 + random.below(20))));
}

/** A value that the schema mostly allows, made of ids that exist where it takes text. */
export function exampleOf(
  schema: Schema,
  random: Random,
  known: (name: string) => readonly string[],
  name = "",
): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return exampleOf(random.pick(schema.anyOf) ?? {}, random, known, name);
  switch (schema.type) {
    case "string":
      return text(schema, random, known(name));
    case "boolean":
      return random.below(2) === 0;
    case "integer":
    case "number":
      return (schema.minimum ?? 0) + random.below(Math.min(5, (schema.maximum ?? 5) - (schema.minimum ?? 0) + 1));
    case "null":
      return null;
    case "array":
      return Array.from({ length: (schema.minItems ?? 0) + random.below(3) }, () =>
        exampleOf(schema.items ?? {}, random, known, name),
      );
    case "object": {
      const entries = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) || random.below(2) === 0,
      );
      return Object.fromEntries(entries.map(([key, value]) => [key, exampleOf(value, random, known, key)]));
    }
    default:
      return odd(random);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same value with one thing in it that isn't right. */
export function damaged(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random.below(3) > 0) {
    const at = random.below(value.length);
    return value.map((each, index) => (index === at ? damaged(each, random) : each));
  }
  if (!isObject(value) || random.below(8) === 0) return odd(random);
  const keys = Object.keys(value);
  const key = random.pick(keys);
  if (key === undefined || random.below(4) === 0) return { ...value, [oddText(random)]: odd(random) };
  if (random.below(4) === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
  return { ...value, [key]: damaged(value[key], random) };
}
