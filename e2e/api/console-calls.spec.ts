import { Console } from "../fixtures/console-call";
import { newPerson } from "../fixtures/people";
import { expect, test } from "../fixtures/world";

test("an answer to a page is sent packed, a stream as it is", async ({ world }) => {
  const { orgId } = await world.platform.ok("whoami");
  await world.newNode(8);
  await world.newNode(8);
  const { url, cookie = "" } = await Console.of(world, await newPerson(world, "Reader", [[orgId, "owner"]]));
  const stop = new AbortController();
  const packing = async (call: string, accepted: string) => {
    const headers = { cookie, "accept-encoding": accepted };
    const reply = await fetch(`${url}/api/trpc/${call}`, { headers, signal: stop.signal });
    expect(reply.status, call).toBe(200);
    return [reply.headers.get("content-encoding"), reply];
  };
  const fleet = `console.fleet?input=${encodeURIComponent(JSON.stringify({ limit: 100 }))}`;
  const [packed, long] = (await packing(fleet, "gzip")) as [string | null, Response];
  expect(packed).toBe("gzip");
  expect(long.headers.get("vary")).toMatch(/accept-encoding/i);
  const told = (await long.json()) as { result: { data: { items: unknown[] } } };
  expect(told.result.data.items.length).toBeGreaterThanOrEqual(2);
  expect((await packing(fleet, "identity"))[0]).toBeNull();
  expect((await packing("console.changes", "gzip"))[0]).toBeNull();
  stop.abort();
});
