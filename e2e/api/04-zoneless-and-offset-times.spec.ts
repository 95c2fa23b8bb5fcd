import type { Api } from "../fixtures/api";
import { query } from "../fixtures/database";
import { startServer } from "../fixtures/server";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

const UTC_MILLIS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const REFUSED: unknown[] = [
  "2031-03-01T10:00:00",
  "2031-03-01T10:00:00.000",
  "2031-03-01",
  "2031-03-01T10:00Z",
  "2031-03-01 10:00:00Z",
  "20310301T100000Z",
  "2031-W09-6T10:00:00Z",
  1930125600,
  1930125600000,
  "1930125600",
  true,
  {},
  ["2031-03-01T10:00:00Z"],
  "Sat, 01 Mar 2031 10:00:00 GMT",
  "2031-03-01T10:00:00 Z",
  " 2031-03-01T10:00:00Z",
  "2031-03-01T10:00:00Z ",
  "2031-03-01T10:00:00+2:00",
  "2031-03-01T10:00:00+02",
  "2031-03-01T10:00:00+0200",
  "2031-03-01T10:00:00+25:00",
  "2031-03-01T10:00:00+24:00",
  "2031-03-01T10:00:00+02:60",
  "2031-03-01T10:00:00\u221202:00",
  "2031-03-01T10:00:00z",
  "2031-03-01t10:00:00Z",
  "2031-03-01T10:00:00-00:00",
  "2031-03-01T10:00:00[Europe/Berlin]",
  "2031-03-01T10:00:00Z[UTC]",
  "2031-02-29T10:00:00Z",
  "2031-13-01T10:00:00Z",
  "2031-00-10T10:00:00Z",
  "2031-03-32T10:00:00Z",
  "2031-03-01T24:00:00Z",
  "2031-03-01T23:60:00Z",
  "2030-12-31T23:59:60Z",
  "2031-03-01T10:00:00.Z",
  "2031-03-01T10:00:00,5Z",
  "2031-03-01T10:00:00.1234567890Z",
  "10000-01-01T00:00:00Z",
  "+012031-03-01T10:00:00Z",
  "9999-12-31T23:59:59-01:00",
  "infinity",
  "now",
  "tomorrow",
  "",
];

interface Door {
  name: string;
  api: Api;
}

async function create(door: Door, node: TestNode, unit: number, org: TestOrg, startsAt: unknown, endsAt?: unknown) {
  return door.api.send("createReservation", {
    params: { nodeId: node.id },
    body: { unitIds: [node.unitIds[unit]], allowedOrgIds: [org.id], startsAt, endsAt },
  });
}

/** The case, step by step, at one server process. Returns what is stored, for comparing processes. */
async function walk(world: World, door: Door): Promise<object[]> {
  const node = await world.newNode(3);
  const org = await world.newOrg();
  for (const text of REFUSED) {
    const asStart = await create(door, node, 0, org, text, "2099-01-01T00:00:00Z");
    const asEnd = await create(door, node, 0, org, "2031-03-01T09:00:00Z", text);
    expect([text, asStart.status, asEnd.status], door.name).toEqual([text, 400, 400]);
  }
  expect(await door.api.all("listNodeReservations", { params: { nodeId: node.id } })).toEqual([]);

  const steps: [string, number, string, string, number][] = [
    ["baseline", 0, "2031-03-01T10:00:00Z", "2031-03-01T11:00:00Z", 201],
    ["the same instants", 0, "2031-03-01T12:30:00+02:30", "2031-03-01T13:30:00+02:30", 409],
    ["the last millisecond", 0, "2031-03-01T04:59:59.999-06:00", "2031-03-01T12:00:00Z", 409],
    ["an end that looks earlier", 0, "2031-03-01T11:00:00Z", "2031-03-01T07:00:00-05:00", 201],
    ["over a spring change", 1, "2031-03-09T01:30:00-05:00", "2031-03-09T03:30:00-04:00", 201],
    ["inside it", 1, "2031-03-09T07:00:00Z", "2031-03-09T08:00:00Z", 409],
    ["right after it", 1, "2031-03-09T07:30:00Z", "2031-03-09T08:00:00Z", 201],
    ["over an autumn change", 2, "2031-11-02T01:30:00-04:00", "2031-11-02T01:30:00-05:00", 201],
    ["in the repeated hour", 2, "2031-11-02T06:00:00Z", "2031-11-02T06:15:00Z", 409],
    ["an hour that spring leaves out", 2, "2031-03-30T02:30:00+01:00", "2031-03-30T04:00:00+02:00", 201],
    ["the farthest offsets", 2, "2031-06-01T23:59:00+23:59", "2031-05-31T13:00:00-23:59", 201],
    ["a leap day", 2, "2032-02-29T00:00:00Z", "2032-02-29T00:00:00.001Z", 201],
  ];
  for (const [name, unit, startsAt, endsAt, status] of steps) {
    const reply = await create(door, node, unit, org, startsAt, endsAt);
    expect([name, reply.status], `${door.name}: ${JSON.stringify(reply.body)}`).toEqual([name, status]);
  }
  const stored = await door.api.all("listNodeReservations", { params: { nodeId: node.id } });
  expect(stored.find((each) => each.startsAt === "2031-03-01T11:00:00.000Z")?.endsAt).toBe("2031-03-01T12:00:00.000Z");
  for (const { startsAt, endsAt, createdAt, updatedAt } of stored) {
    for (const time of [startsAt, endsAt, createdAt, updatedAt]) expect(time).toMatch(UTC_MILLIS);
  }
  return stored.map(({ startsAt, endsAt, reservedUnitIds }) => ({ startsAt, endsAt, reservedUnitIds }));
}

test.describe("04: times without a zone, and times with a foreign zone", () => {
  test("mean the same whatever zone a server process or a database session is in", async ({ world }) => {
    await query(world, `alter database "${world.database.name}" set timezone to 'America/New_York'`);
    const abroad = await startServer(world.database.appUrl, { TZ: "America/New_York" });
    try {
      const expected = await walk(world, { name: "the tests' own zone", api: world.platform });
      expect(await walk(world, { name: "New York", api: world.platform.at(abroad.url) })).toEqual(expected);
    } finally {
      await abroad.stop();
      await query(world, `alter database "${world.database.name}" reset timezone`);
    }
  });

  test("are refused in every place that takes a time", async ({ world }) => {
    const node = await world.newNode(1);
    const org = await world.newOrg();
    const { id } = await world.reserve(node, node.unitIds, [org]);
    const params = { nodeId: node.id };
    const bad = "2031-03-01T10:00:00";
    const { platform } = world;
    await platform.refused("listUnits", "invalid_request", { params, query: { startsAt: bad } });
    await platform.refused("listUnits", "invalid_request", { params, query: { endsAt: bad } });
    await platform.refused("listUnits", "invalid_request", { params, query: { startsAt: "" } });
    await platform.refused("listReservations", "invalid_request", { query: { endsBefore: bad } });
    await platform.refused("changeReservation", "invalid_request", {
      params: { ...params, reservationId: id },
      body: { endsAt: bad },
    });
    await platform.refused("putInventory", "invalid_request", {
      params,
      body: { text: "01:00.0 VGA compatible controller [0300]: NVIDIA [10de:1c03]", reportedAt: bad },
    });
  });

  test("a plus in a query stands for itself only where it is encoded", async ({ world }) => {
    const node = await world.newNode(1);
    const path = `/v1/nodes/${node.id}/reservations/units`;
    const encoded = encodeURIComponent("2031-03-01T12:00:00+02:00");
    expect((await world.platform.raw("GET", `${path}?startsAt=${encoded}`)).status).toBe(200);
    expect((await world.platform.raw("GET", `${path}?startsAt=2031-03-01T12:00:00+02:00`)).status).toBe(400);
  });
});
