import { describe, expect, it } from "vitest";
import { z } from "zod";
import { pageOf, paging } from "./page";

const query = z.strictObject({ ...paging });
const limit = (value: unknown) => query.safeParse({ limit: value });

describe("paging, section 7 and fault case 17", () => {
  it("is 50 unless said otherwise, from 1 to 200", () => {
    expect(query.parse({}).limit).toBe(50);
    expect(limit("1").data?.limit).toBe(1);
    expect(limit("200").data?.limit).toBe(200);
  });

  it.each(["0", "201", "-1", "1.5", "1e2", "1e9", "abc", "", " 5", "5 ", "0x10", "٣", "+5", "99999999999999999999"])(
    "refuses the limit %j",
    (value) => {
      expect(limit(value).success).toBe(false);
    },
  );

  it("takes a cursor of any form, but none of a megabyte", () => {
    expect(query.safeParse({ cursor: "abc" }).success).toBe(true);
    expect(query.safeParse({ cursor: "x".repeat(1_000_000) }).success).toBe(false);
  });

  it("answers items, and a cursor only where there is more", () => {
    const page = pageOf(z.string());
    expect(page.safeParse({ items: ["a"] }).success).toBe(true);
    expect(page.safeParse({ items: [], nextCursor: "c" }).success).toBe(true);
    expect(page.safeParse({ items: [], nextCursor: null }).success).toBe(false);
    expect(page.safeParse({ items: [], total: 1 }).success).toBe(false);
  });
});
