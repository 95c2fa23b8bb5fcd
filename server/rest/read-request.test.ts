import { describe, expect, it } from "vitest";
import { BODY_LIMIT, INVENTORY_BODY_LIMIT, type Operation } from "../contract/operation";
import { type OperationId, operations } from "../contract/operations";
import { Refusal } from "../domain/errors";
import { readRequest } from "./read-request";
import type { WireRequest } from "./wire";

interface Sent {
  query?: string;
  body?: string | Uint8Array;
  headers?: Record<string, string | string[]>;
}

function wire({ query = "", body = "", headers = { "content-type": "application/json" } }: Sent): WireRequest {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    method: "POST",
    path: "/",
    query,
    header: (name) => [headers[name.toLowerCase()] ?? []].flat(),
    body: async (limit) => (bytes.length > limit ? undefined : bytes),
    bodyArrived: () => true,
    source: "test",
  };
}

const read = (id: OperationId, sent: Sent, params: Record<string, string> = {}) =>
  readRequest(operations[id] as Operation, wire(sent), params);

/** Code of the refusal, and the fields that are to blame. */
async function refused(id: OperationId, sent: Sent) {
  try {
    await read(id, sent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fields = (error.details?.fields ?? []) as { field: string; message: string }[];
    return { code: error.code, fields: fields.map((each) => each.field), messages: fields.map((each) => each.message) };
  }
  throw new Error("was not refused");
}

const reclaim = JSON.stringify({ unitIds: ["u1"], dryRun: true });

describe("reading a request, section 7", () => {
  it("puts path, query and body into one input, and keeps the body as sent", async () => {
    const body = JSON.stringify({ unitIds: ["u1"], dryRun: true, reason: null });
    const result = await read("reclaimUnits", { body }, { nodeId: "n", reservationId: "r" });
    expect(result.input).toMatchObject({ nodeId: "n", reservationId: "r", unitIds: ["u1"], dryRun: true });
    expect(result.body).toEqual({ unitIds: ["u1"], dryRun: true, reason: null });
    const list = await read("listNodeReservations", { query: "status=active&status=pending&limit=7" }, { nodeId: "n" });
    expect(list.input).toEqual({ nodeId: "n", status: ["active", "pending"], limit: 7 });
  });

  it("takes times into the product as instants", async () => {
    const query = "startsAt=2031-03-01T12%3A00%3A00%2B02%3A00";
    expect((await read("listUnits", { query })).input).toEqual({ startsAt: new Date("2031-03-01T10:00:00Z") });
  });

  it("refuses query names it does not know, on every call", async () => {
    for (const id of Object.keys(operations) as OperationId[]) {
      expect((await refused(id, { query: "dry_run=1", body: "{}" })).fields).toContain("dry_run");
    }
  });

  it("refuses a query on a call that takes none (fault case 08)", async () => {
    expect(await refused("reclaimUnits", { query: "dryRun=true", body: reclaim })).toMatchObject({
      code: "invalid_request",
      fields: ["dryRun"],
    });
    expect((await refused("getNode", { query: "=" })).fields).toEqual(['""']);
    expect((await refused("getNode", { query: "__proto__=1&toString=2" })).fields).toEqual(["__proto__", "toString"]);
  });

  it("refuses a parameter that is repeated where one is meant", async () => {
    expect(await refused("listNodes", { query: "limit=1&limit=2" })).toMatchObject({
      fields: ["limit"],
      messages: ["is repeated"],
    });
  });

  it("tells every problem of query and body at once", async () => {
    const { fields } = await refused("reclaimUnits", { query: "x=1", body: '{"dryRun":"true","dry_run":true}' });
    expect(fields.sort()).toEqual(["dryRun", "dry_run", "unitIds", "x"]);
  });

  it("tells a wrong value from a missing one", async () => {
    expect(await refused("reclaimUnits", { body: '{"unitIds":["u1"],"dryRun":"true"}' })).toMatchObject({
      fields: ["dryRun"],
      messages: ["must be true or false"],
    });
    expect(await refused("reclaimUnits", { body: "{}" })).toMatchObject({
      fields: ["unitIds"],
      messages: ["is required"],
    });
  });

  it.each(["", "null", "[]", '"x"', "1", "true"])("needs fields where %j is sent for a create", async (body) => {
    expect((await refused("createReservation", { body })).code).toBe("invalid_request");
  });

  it("takes an absent body for an empty one where every field is optional", async () => {
    expect((await read("cancelReservation", { headers: {} })).input).toEqual({ reason: undefined, unitIds: undefined });
    expect((await read("terminateVm", { headers: {} }, { workloadId: "vm_1" })).input).toEqual({ workloadId: "vm_1" });
  });

  it("ignores a body where none is taken", async () => {
    expect((await read("listNodes", { body: "not json", headers: {} })).input).toEqual({ limit: 50 });
  });
});

describe("the type and size of a body, fault case 16", () => {
  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
    "application/json ",
  ])("takes %j", async (type) => {
    await expect(
      read("releaseUnits", { body: '{"unitIds":["u1"]}', headers: { "content-type": type } }),
    ).resolves.toBeDefined();
  });

  it.each([
    undefined,
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/vnd.api+json",
    "application/jsonx",
    "application/json, text/plain",
    ["application/json", "application/json"],
  ])("refuses %j with 415", async (type) => {
    const headers: Sent["headers"] = type === undefined ? {} : { "content-type": type };
    expect((await refused("reclaimUnits", { body: reclaim, headers })).code).toBe("unsupported_media_type");
  });

  it("refuses a body that is packed", async () => {
    const packed = { "content-type": "application/json", "content-encoding": "gzip" };
    expect((await refused("reclaimUnits", { body: reclaim, headers: packed })).code).toBe("unsupported_media_type");
    const plain = { "content-type": "application/json", "content-encoding": "identity" };
    await expect(read("reclaimUnits", { body: reclaim, headers: plain })).resolves.toBeDefined();
  });

  it("takes 256 KiB, on inventory routes 4 MiB, and not a byte more", async () => {
    const padded = (size: number) => `${reclaim}${" ".repeat(size - reclaim.length)}`;
    await expect(read("reclaimUnits", { body: padded(BODY_LIMIT) })).resolves.toBeDefined();
    expect((await refused("reclaimUnits", { body: padded(BODY_LIMIT + 1) })).code).toBe("payload_too_large");
    const text = (size: number) => `{"text":"${"x".repeat(size - 11)}"}`;
    expect(text(20)).toHaveLength(20);
    await expect(read("putInventory", { body: text(INVENTORY_BODY_LIMIT) })).resolves.toBeDefined();
    expect((await refused("putInventory", { body: text(INVENTORY_BODY_LIMIT + 1) })).code).toBe("payload_too_large");
  });

  it("says 415 before 413, and both before any problem within", async () => {
    const large = "x".repeat(BODY_LIMIT + 1);
    const plain = { "content-type": "text/plain" };
    expect((await refused("reclaimUnits", { query: "x=1", body: large, headers: plain })).code).toBe(
      "unsupported_media_type",
    );
    expect((await refused("reclaimUnits", { query: "x=1", body: large })).code).toBe("payload_too_large");
  });

  it("refuses bodies with more problems than anybody can read like all that are wrong", async () => {
    const names = Array.from({ length: 300_000 }, (_, n) => `"n${n.toString(36)}":0`).join(",");
    for (const [id, body] of [
      ["putInventory", `{${names}}`],
      ["putInventory", `{"inventory":{"version":1,"source":"lspci","devices":[],"uuids":{${names}}}}`],
      ["createApiKey", `{"name":"k","permissions":[${"0,".repeat(130_000)}0]}`],
    ] as const) {
      const { code, fields } = await refused(id, { body });
      expect([id, code]).toEqual([id, "invalid_request"]);
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.length).toBeLessThanOrEqual(4_000);
    }
  });
});
