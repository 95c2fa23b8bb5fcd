import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyPermissions, PERMISSIONS, type Permission, ROLES, rolePermissions } from "./permissions";

const granted = fc.subarray([...PERMISSIONS]);
const role = fc.option(fc.constantFrom(...ROLES), { nil: null });

describe("permissions, section 3", () => {
  it("are these ten", () => {
    expect([...PERMISSIONS].sort()).toEqual([
      "apikey.manage",
      "audit.read",
      "node.read",
      "node.write",
      "org.manage",
      "reservation.capacity",
      "reservation.manage",
      "reservation.read",
      "vm.read",
      "vm.write",
    ]);
  });

  it("owner and admin have all; member has read plus vm.write; viewer has read; who left has none", () => {
    const read: Permission[] = ["reservation.read", "node.read", "vm.read", "audit.read"];
    expect([...rolePermissions("owner")].sort()).toEqual([...PERMISSIONS].sort());
    expect([...rolePermissions("admin")].sort()).toEqual([...PERMISSIONS].sort());
    expect([...rolePermissions("member")].sort()).toEqual([...read, "vm.write"].sort());
    expect([...rolePermissions("viewer")].sort()).toEqual([...read].sort());
    expect(rolePermissions(null)).toEqual([]);
  });

  it("a key that no person made has what it was given", () => {
    fc.assert(
      fc.property(granted, (given) => {
        expect(keyPermissions(given, { person: false })).toEqual(given);
      }),
    );
  });

  it("a person's key has what it was given and she has now: never more than either", () => {
    fc.assert(
      fc.property(granted, role, (given, now) => {
        const may = keyPermissions(given, { person: true, role: now });
        for (const permission of PERMISSIONS) {
          expect(may.includes(permission)).toBe(
            given.includes(permission) && rolePermissions(now).includes(permission),
          );
        }
      }),
    );
  });

  it("rise and fall with her role, and never by giving less", () => {
    const rank = [null, "viewer", "member", "admin"] as const;
    fc.assert(
      fc.property(granted, fc.nat(2), (given, index) => {
        const lower = keyPermissions(given, { person: true, role: rank[index] ?? null });
        const higher = keyPermissions(given, { person: true, role: rank[index + 1] ?? null });
        expect(higher).toEqual(expect.arrayContaining(lower));
      }),
    );
  });
});
