import { describe, expect, it } from "vitest";
import { PERMISSIONS } from "@/server/domain/permissions";
import { EMPTY_KEY, givable, keyBody, keyProblems, readOnly, readyCurl } from "./key-form";

describe("the form of a new key", () => {
  it("offers what its maker has, and of that what reads", () => {
    expect(givable(["vm.write", "node.read"])).toEqual(["node.read", "vm.write"]);
    expect(readOnly(PERMISSIONS)).toEqual(["reservation.read", "node.read", "vm.read", "audit.read"]);
  });

  it("says what is missing", () => {
    expect(Object.keys(keyProblems(EMPTY_KEY))).toEqual(["name", "permissions"]);
    const filled = { ...EMPTY_KEY, name: "ci", permissions: ["vm.read"] as const };
    expect(keyProblems(filled)).toEqual({});
    for (const days of ["", "0", "-1", "1.5", "3651", "x", "99999"])
      expect(keyProblems({ ...filled, expiry: "custom", days })).toHaveProperty("days");
    expect(keyProblems({ ...filled, expiry: "custom", days: " 3650 " })).toEqual({});
  });

  it("is sent in seconds, and without an end where there is none", () => {
    const form = { ...EMPTY_KEY, name: " ci ", permissions: ["vm.read"] as const };
    expect(keyBody({ ...form, expiry: "7" })).toEqual({
      name: "ci",
      permissions: ["vm.read"],
      expiresInSeconds: 604_800,
    });
    expect(keyBody({ ...form, expiry: "custom", days: " 2" }).expiresInSeconds).toBe(172_800);
    expect(keyBody({ ...form, expiry: "never" })).not.toHaveProperty("expiresInSeconds");
  });

  it("ends in a call that the key may make", () => {
    expect(readyCurl("https://h", "vl_x", ["node.read"])).toBe(
      'curl -H "Authorization: Bearer vl_x" https://h/v1/nodes',
    );
    expect(readyCurl("https://h", "vl_x", ["vm.write"])).toContain("/v1/whoami");
  });
});
