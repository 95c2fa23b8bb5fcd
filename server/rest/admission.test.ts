import { describe, expect, it } from "vitest";
import { Admission } from "./admission";

const FOREVER_MS = 60_000;
const state = async (entering: Promise<unknown>): Promise<string> =>
  Promise.race([
    entering.then(
      () => "inside",
      (error: unknown) => (error as { code: string }).code,
    ),
    new Promise<string>((resolve) => setImmediate(() => resolve("waiting"))),
  ]);

describe("admission", () => {
  it("lets so many in, lets so many wait, and refuses the rest at once", async () => {
    const admission = new Admission(2, 1, FOREVER_MS);
    const [one] = [await admission.enter(), await admission.enter()];
    const third = admission.enter();
    expect(await state(third)).toBe("waiting");
    expect(await state(admission.enter())).toBe("unavailable");
    one.leave();
    expect(await state(third)).toBe("inside");
    expect(await state(admission.enter())).toBe("waiting");
  });

  it("serves those that wait in their order, one for each that leaves", async () => {
    const admission = new Admission(1, 9, FOREVER_MS);
    const order: number[] = [];
    const first = await admission.enter();
    const later = [1, 2, 3].map(async (n) => {
      const slot = await admission.enter();
      order.push(n);
      slot.leave();
    });
    first.leave();
    first.leave();
    await Promise.all(later);
    expect(order).toEqual([1, 2, 3]);
    expect(await state(admission.enter())).toBe("inside");
    expect(await state(admission.enter()), "leaving twice makes no second place").toBe("waiting");
  });

  it("lets nobody wait longer than its patience", async () => {
    const admission = new Admission(1, 9, 10);
    const slot = await admission.enter();
    await expect(admission.enter()).rejects.toMatchObject({ code: "unavailable" });
    expect(admission.counts).toEqual({ inside: 1, waiting: 0, refused: 1 });
    slot.leave();
    expect(await state(admission.enter()), "who gave up takes no place").toBe("inside");
  });

  it("gives a place up for a while", async () => {
    const admission = new Admission(1, 9, FOREVER_MS);
    const slow = await admission.enter();
    slow.leave();
    const quick = await admission.enter();
    const again = slow.enter();
    expect(await state(again)).toBe("waiting");
    quick.leave();
    expect(await state(again)).toBe("inside");
  });
});
