import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../domain/errors";
import { parseJson } from "./json";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => parseJson(bytes(text));

/** What a body is refused for: the first field that is to blame, or `malformed`. */
function fault(body: string | Uint8Array): string | undefined {
  try {
    parseJson(typeof body === "string" ? bytes(body) : body);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "invalid_request") throw error;
    const [field] = (error.details?.fields ?? []) as { field: string }[];
    return field?.field ?? "malformed";
  }
}

describe("JSON bodies, section 7: strict", () => {
  it("are read as JSON says", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        if (text.includes('"__proto__":')) return;
        expect(read(text)).toEqual(JSON.parse(text));
        expect(read(JSON.stringify(value, null, 2))).toEqual(JSON.parse(text));
      }),
    );
  });

  it("name nothing twice, at any depth and however it is spelt", () => {
    expect(fault('{"dryRun":true,"dryRun":false}')).toBe("dryRun");
    expect(fault('{"dryRun":true,"dry\\u0052un":false}')).toBe("dryRun");
    expect(fault('{"a":[{"b":{"c":1,"d":2,"c":3}}]}')).toBe("c");
    expect(fault('{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}')).toBeUndefined();
    expect(fault('{"":1,"":2}')).toBe('""');
    expect(fault('{"a" : 1 ,\n "a"\t: 2}')).toBe("a");
  });

  it("are not mistaken for names where they are values", () => {
    expect(fault('{"a":"b","b":"a:"}')).toBeUndefined();
    expect(fault('{"a":"\\"a\\":1,","b":"{\\"a\\":"}')).toBeUndefined();
    expect(fault('{"a":["a","a","a"],"b":"\\\\"}')).toBeUndefined();
  });

  it("find any repeated name wherever it is put", () => {
    const name = fc.string({ unit: "binary", maxLength: 5 }).filter((it) => it !== "__proto__");
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.jsonValue(), { minKeys: 1, noNullPrototype: true }),
        fc.nat(),
        (object, at) => {
          const entries = Object.entries(object).map(
            ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
          );
          const text = entries.join();
          if (text.includes('"__proto__":')) return;
          expect(fault(`{${text}}`)).toBeUndefined();
          const again = entries[at % entries.length] ?? "";
          expect(fault(`{${text},${again}}`)).toBeDefined();
          expect(fault(`[0,{"outer":{${again},${text}}}]`)).toBeDefined();
        },
      ),
    );
  });

  it("never carry __proto__, nor does any other name become a parent", () => {
    expect(fault('{"__proto__":{"dryRun":true}}')).toBe("__proto__");
    expect(fault('{"a":{"\\u005f_proto__":1}}')).toBe("__proto__");
    expect(Object.getPrototypeOf(read('{"constructor":1,"toString":2}'))).toBe(Object.prototype);
  });

  it.each([
    '{"dryRun":true',
    "",
    " ",
    "{'a':1}",
    "{a:1}",
    '{"a":1,}',
    "[1,]",
    "NaN",
    "undefined",
    '"\\u12"',
    '"\\x"',
    "{} {}",
  ])("refuse %j as malformed", (body) => {
    expect(fault(body)).toBe("malformed");
  });

  it("are UTF-8; a byte-order mark may stand before them (fault case 14)", () => {
    expect(fault(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe("malformed");
    expect(fault(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe("malformed");
    expect(fault(new Uint8Array([0x22, 0xc0, 0x80, 0x22]))).toBe("malformed");
    expect(fault(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toBeUndefined();
    expect(fault(new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]))).toBe("malformed");
  });

  it("may be nested as deep as they like: that costs no stack", () => {
    expect(fault("[".repeat(100_000) + "]".repeat(100_000))).toBeUndefined();
    expect(fault(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`)).toBeUndefined();
    expect(fault("[".repeat(100_000))).toBe("malformed");
  });

  it("never echo what was malformed", () => {
    expect(() => read('{"secret-of-mine"')).toThrowError(/^The body is not valid JSON in UTF-8\.$/);
  });
});
