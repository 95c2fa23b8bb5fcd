import { startCollector } from "../fixtures/collector";
import { startServer } from "../fixtures/server";
import { BOOTSTRAP_KEY, expect, test } from "../fixtures/world";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const SECRET = "a-text-that-no-trace-may-hold";

test.describe.configure({ timeout: 180_000 });

test("a request is a trace: its statements and its lock below it, the caller above it, and no value in it", async ({
  world,
}) => {
  const node = await world.newNode(1);
  const collector = await startCollector();
  const server = await startServer(world.database.appUrl, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ACCESS_LOG: "1",
    LOG_LEVEL: "info",
  });
  const api = world.platform.at(server.url);
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  const body = { unitIds: node.unitIds, allowedOrgIds: [(await world.newOrg()).id], reason: SECRET };
  const made = await api.send("createReservation", { params: { nodeId: node.id }, body, headers });
  expect(made.status).toBe(201);
  const refused = await api.send("createReservation", { params: { nodeId: node.id }, body });
  expect(refused.status).toBe(409);
  expect((await fetch(`${server.url}/invite/${SECRET}?next=${SECRET}`)).status).toBe(200);
  await server.stop();
  await collector.close();

  expect([...collector.paths()]).toEqual(["/v1/traces"]);
  const spans = collector.spans();
  const ours = spans.filter((span) => span.traceId === TRACE);
  const [request, ...more] = ours.filter((span) => span.parentSpanId === CALLER);
  expect(more).toEqual([]);
  const route = "/v1/nodes/{nodeId}/reservations";
  expect(request).toMatchObject({ name: `POST ${route}`, status: { code: 0 } });
  expect(request?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": route,
    "http.response.status_code": 201,
    "holdfast.operation": "createReservation",
    "holdfast.request_id": made.headers.get("x-request-id"),
  });
  const [lock, ...moreLocks] = ours.filter((span) => span.name === "node lock");
  expect([lock?.parentSpanId, moreLocks.length]).toEqual([request?.spanId, 0]);
  const below = (parent: typeof request) => ours.filter((span) => span.parentSpanId === parent?.spanId);
  const locking = below(lock).map((span) => span.attributes["db.query.text"]);
  expect(locking).toEqual(
    expect.arrayContaining([expect.stringMatching(/^begin/), expect.stringMatching(/for .*update/)]),
  );
  expect(below(request).map((span) => span.name)).toEqual(expect.arrayContaining(["select", "commit"]));
  expect(new Set(ours.map((span) => span.parentSpanId))).toEqual(new Set([CALLER, request?.spanId, lock?.spanId]));

  const other = spans.find((span) => span.attributes["holdfast.request_id"] === refused.headers.get("x-request-id"));
  expect(other?.traceId).not.toBe(TRACE);
  expect(other?.attributes).toMatchObject({ "http.response.status_code": 409, "holdfast.code": "reservation_overlap" });
  const lines = server
    .output()
    .split("\n")
    .filter((line) => line.includes('"msg":"request"'));
  const traces = lines.map((line) => JSON.parse(line).traceId);
  expect(traces).toEqual(expect.arrayContaining([TRACE, other?.traceId]));

  expect(spans.map((span) => span.name)).toContain("GET page");
  for (const secret of [SECRET, BOOTSTRAP_KEY, node.id, node.unitIds[0]])
    expect(collector.text()).not.toContain(secret);
});

test("where nobody collects, requests are answered all the same, and the server stops in time", async ({ world }) => {
  const server = await startServer(world.database.appUrl, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect((await world.platform.at(server.url).send("whoami")).status).toBe(200);
  expect(await server.stop()).toBe(0);
});
