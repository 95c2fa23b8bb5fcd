import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const WAIT_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15];

function aboutRequests(registers: Registry[]) {
  return {
    requests: new Counter({
      name: "holdfast_requests_total",
      help: "Requests answered, by operation and by `ok` or the code of the refusal",
      labelNames: ["operation", "code"] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: "holdfast_request_seconds",
      help: "From the arrival of a request's head to the end of its answer; streams are left out",
      labelNames: ["operation"] as const,
      buckets: LATENCY_SECONDS,
      registers,
    }),
    lockSeconds: new Histogram({
      name: "holdfast_node_lock_seconds",
      help: "Time until the row lock of a node was won",
      buckets: WAIT_SECONDS,
      registers,
    }),
    poolRefused: new Counter({
      name: "holdfast_db_pool_refused_total",
      help: "Work refused because too many waited for a database connection",
      registers,
    }),
    admissionRefused: new Counter({
      name: "holdfast_admission_refused_total",
      help: "API requests refused because too many were worked on",
      registers,
    }),
  };
}

function gauges(registers: Registry[]) {
  return {
    admission: new Gauge({
      name: "holdfast_admission_requests",
      help: "API requests worked on (inside) and waiting to be",
      labelNames: ["state"] as const,
      registers,
    }),
    pool: new Gauge({
      name: "holdfast_db_pool_connections",
      help: "Database connections (total, idle) and callers waiting for one",
      labelNames: ["state"] as const,
      registers,
    }),
    streams: new Gauge({ name: "holdfast_live_streams", help: "Pages that follow changes live", registers }),
    fleetRead: new Gauge({
      name: "holdfast_fleet_read",
      help: "1 where the counts of the fleet could be read; otherwise they are left out",
      registers,
    }),
    reservations: new Gauge({
      name: "holdfast_reservations",
      help: "Reservations by status; the same in every process",
      labelNames: ["status"] as const,
      registers,
    }),
    units: new Gauge({
      name: "holdfast_units",
      help: "Units by state, removed nodes left out; the same in every process",
      labelNames: ["state"] as const,
      registers,
    }),
  };
}

function create() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const events = new Counter({
    name: "holdfast_changes_total",
    help: "Committed changes heard of; a process listens from the first page that follows changes live",
    registers: [registry],
  });
  return { registry, events, ...aboutRequests([registry]), ...gauges([registry]) };
}

// On the global object, like the runtime: the framework's routes are bundled apart and count into the same registry.
const shared = globalThis as typeof globalThis & { __holdfastMetrics?: ReturnType<typeof create> };

/** What this process counts. No label holds anything that a caller can choose. */
export function metrics(): ReturnType<typeof create> {
  shared.__holdfastMetrics ??= create();
  return shared.__holdfastMetrics;
}
