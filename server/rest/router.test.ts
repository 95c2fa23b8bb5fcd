import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allOperations, operations } from "../contract/operations";
import { allowHeader, matchPath } from "./router";

describe("the paths of the API", () => {
  it("lead to every call with the parameters in them, whatever an id looks like", () => {
    const id = fc
      .string({ unit: "binary", minLength: 1, maxLength: 20 })
      .filter((it) => it.isWellFormed() && !it.includes("\u0000") && it !== "units");
    fc.assert(
      fc.property(fc.constantFrom(...allOperations), fc.array(id, { minLength: 2, maxLength: 2 }), (op, ids) => {
        const params: Record<string, string> = {};
        const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
          params[name] = ids[Object.keys(params).length] ?? "x";
          return encodeURIComponent(params[name]);
        });
        const match = matchPath(path);
        expect(match?.methods.get(op.method)).toBe(op.id);
        expect(match?.params).toEqual(params);
      }),
    );
  });

  it("prefer fixed words to ids: no reservation is called units", () => {
    const match = matchPath("/v1/nodes/n/reservations/units");
    expect(match?.params).toEqual({ nodeId: "n" });
    expect([...(match?.methods.keys() ?? [])]).toEqual(["GET"]);
  });

  it.each([
    "/v1",
    "/v1/",
    "/v1/nodes/",
    "/v1/nodes//reservations",
    "/v1/Nodes",
    "/V1/nodes",
    "/v1/nodes/n/reservation",
    "/v1/nodes/n/reservations/r/release/",
    "/v1/nodes/n/reservations/r/cancel/now",
    "/v1/nodes/%/reservations",
    "/v1/nodes/%zz/reservations",
    "/v1/nodes/%ff/reservations",
    "/v1/nodes/%00/reservations",
    "/v1/nodes/a%00b/reservations",
    "/v1/%6eodes",
    "/v2/nodes",
    "/",
    "",
    "/v1/__proto__",
    "/v1/constructor",
  ])("know nothing of %j", (path) => {
    expect(matchPath(path)).toBeUndefined();
  });

  it("take an id to the letter, decoded once", () => {
    expect(matchPath("/v1/nodes/%252F")?.params).toEqual({ nodeId: "%2F" });
    expect(matchPath("/v1/nodes/a%2Fb/reservations")?.params).toEqual({ nodeId: "a/b" });
    expect(matchPath("/v1/nodes/..")?.params).toEqual({ nodeId: ".." });
    expect(matchPath("/v1/nodes/%20")?.params).toEqual({ nodeId: " " });
  });

  it("say which methods they have, HEAD wherever there is GET", () => {
    const allow = (path: string) => allowHeader(matchPath(path)?.methods ?? new Map());
    expect(allow("/v1/nodes/n/reservations")).toBe("GET, HEAD, POST");
    expect(allow("/v1/nodes/n/reservations/r")).toBe("GET, HEAD, PATCH");
    expect(allow("/v1/nodes/n/reservations/r/reclaim")).toBe("POST");
    expect(allow("/v1/orgs/o/api-keys/k")).toBe("DELETE");
    expect(allow("/v1/nodes/n/inventory")).toBe("PUT");
  });

  it("are no two calls' with one method", () => {
    const shapes = Object.values(operations).map((op) => `${op.method} ${op.path.replace(/\{\w+\}/g, "{}")}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});
