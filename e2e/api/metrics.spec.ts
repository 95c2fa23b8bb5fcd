import { createTestDatabase } from "@/db/testing/test-database";
import { Api } from "../fixtures/api";
import { type RunningServer, startServer } from "../fixtures/server";
import { BOOTSTRAP_KEY, expect, test, World } from "../fixtures/world";

const TOKEN = "a-token-for-metrics-0123456789";
const PASSWORD = "correct horse battery staple 9";
const COOKIE = "better-auth.session_token=a-cookie-that-is-nobodys-business";

/** A world of one server that writes down all it can, with metrics. */
async function observedWorld(name: string): Promise<{ world: World; server: RunningServer; end: () => Promise<void> }> {
  const database = await createTestDatabase(name);
  const server = await startServer(database.appUrl, {
    BOOTSTRAP_API_KEY: BOOTSTRAP_KEY,
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: "trace",
  });
  const world = new World(database, [server, server], new Api(server.url, BOOTSTRAP_KEY));
  return {
    world,
    server,
    end: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

const scrape = (url: string, authorization?: string) =>
  fetch(`${url}/metrics`, { headers: authorization === undefined ? {} : { Authorization: authorization } });

/** Reads the samples of one scrape: `name{labels}` to its value. */
async function samples(url: string): Promise<Map<string, number>> {
  const response = await scrape(url, `Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain;.*version=0\.0\.4/);
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

test.describe("metrics and log", () => {
  test("a server without METRICS_TOKEN has no metrics", async ({ world }) => {
    for (const authorization of [undefined, "Bearer ", `Bearer ${TOKEN}`, `Bearer ${BOOTSTRAP_KEY}`]) {
      expect((await scrape(world.servers[0].url, authorization)).status).toBe(404);
    }
  });

  test("metrics count what was done, and neither they nor the log tell a secret", async () => {
    const { world, server, end } = await observedWorld(`metrics_${process.pid}`);
    try {
      const node = await world.newNode(3);
      const org = await world.newOrg();
      await world.reserve(node, node.unitIds.slice(0, 1), [org]);
      const again = { unitIds: node.unitIds.slice(0, 1), allowedOrgIds: [org.id] };
      await world.platform.refused("createReservation", "reservation_overlap", {
        params: { nodeId: node.id },
        body: again,
      });
      await world.platform.raw("GET", "/v1/what-a-caller-made-up?q=private-words");
      await world.platform.as("vl_wrong-key-that-was-typed-0123456789").refused("whoami", "unauthorized");
      const cookie = { Cookie: COOKIE };
      await fetch(`${server.url}/invite/an-invitation-token`, { headers: cookie });
      const origin = { "Content-Type": "application/json", Origin: server.url, ...cookie };
      await fetch(`${server.url}/api/trpc/session.signIn`, {
        method: "POST",
        headers: origin,
        body: JSON.stringify({ email: "ada@example.org", password: PASSWORD }),
      });

      for (const authorization of [undefined, "Bearer wrong", `Basic ${TOKEN}`]) {
        expect((await scrape(server.url, authorization)).status).toBe(404);
      }
      const found = await samples(server.url);
      const is = (name: string, value: number) => expect([name, found.get(name)]).toEqual([name, value]);
      is('holdfast_requests_total{operation="createReservation",code="ok"}', 1);
      is('holdfast_requests_total{operation="createReservation",code="reservation_overlap"}', 1);
      is('holdfast_requests_total{operation="unknown",code="not_found"}', 1);
      is('holdfast_request_seconds_count{operation="createReservation"}', 2);
      is('holdfast_reservations{status="active"}', 1);
      is('holdfast_units{state="reserved"}', 1);
      is('holdfast_units{state="free"}', 2);
      is("holdfast_fleet_read", 1);
      is("holdfast_admission_refused_total", 0);
      is("holdfast_live_streams", 0);
      expect(found.get("holdfast_node_lock_seconds_count")).toBeGreaterThanOrEqual(3);
      expect(found.get('holdfast_db_pool_connections{state="total"}')).toBeGreaterThanOrEqual(1);

      const lines = server
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"));
      const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === "request");
      const whoami = (await world.platform.ok("whoami")).keyId;
      expect(requests.find((line) => line.code === "reservation_overlap")).toMatchObject({
        method: "POST",
        operation: "createReservation",
        route: "/v1/nodes/{nodeId}/reservations",
        status: 409,
        requestId: expect.stringMatching(/^req_/),
        keyId: whoami,
        ms: expect.any(Number),
      });
      const told = `${server.output()}\n${[...found.keys()].join("\n")}`;
      const { password } = new URL(world.database.appUrl);
      const secrets = [
        BOOTSTRAP_KEY,
        org.api.key,
        TOKEN,
        PASSWORD,
        COOKIE,
        "vl_wrong-key",
        "an-invitation-token",
        "private-words",
      ];
      for (const secret of [...secrets, ...(password ? [password] : [])]) expect(told).not.toContain(secret);
    } finally {
      await end();
    }
  });
});
