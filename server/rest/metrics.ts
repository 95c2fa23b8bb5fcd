import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { poolCounts } from "@/db/client";
import { events } from "../events";
import { log } from "../log";
import { metrics } from "../metrics";
import { runtime } from "../runtime";
import { countFleet, type FleetCounts } from "../services/count-fleet";
import { admissionCounts } from "./rest";
import type { WireAnswer } from "./wire";

/** The counts of the fleet cost the database half a second where there are 10,000 nodes. */
const FLEET_KEPT_MS = 15_000;
const FLEET_PATIENCE_MS = 3_000;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether a header shows the METRICS_TOKEN. Where none is set there are no metrics to read. */
export function mayReadMetrics(authorization: string | undefined): boolean {
  const { metricsToken } = runtime().env;
  const shown = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
  if (metricsToken === undefined || shown === undefined) return false;
  return timingSafeEqual(digest(shown), digest(metricsToken));
}

let fleet: { at: number; counts: Promise<FleetCounts | undefined> } | undefined;

/** What failed is asked for anew with the next scrape. */
async function readFleet(): Promise<FleetCounts | undefined> {
  return countFleet(runtime().db).catch((error: unknown) => {
    log.warn({ err: error }, "the counts of the fleet could not be read");
    fleet = undefined;
    return undefined;
  });
}

/** The counts as they were within the last seconds; undefined where the database doesn't say in time. */
async function fleetCounts(): Promise<FleetCounts | undefined> {
  const now = performance.now();
  if (!fleet || now - fleet.at > FLEET_KEPT_MS) fleet = { at: now, counts: readFleet() };
  const patience = new AbortController();
  const late = sleep(FLEET_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  const counts = await Promise.race([fleet.counts, late]);
  patience.abort();
  return counts;
}

async function measure(): Promise<void> {
  const all = metrics();
  const counts = await fleetCounts();
  all.fleetRead.set(counts ? 1 : 0);
  all.reservations.reset();
  all.units.reset();
  for (const [status, count] of counts?.reservations ?? []) all.reservations.set({ status }, count);
  for (const [state, count] of counts?.units ?? []) all.units.set({ state }, count);
  for (const [state, count] of Object.entries(poolCounts(runtime().db))) all.pool.set({ state }, count);
  const { inside, waiting, refused } = admissionCounts();
  all.admission.set({ state: "inside" }, inside);
  all.admission.set({ state: "waiting" }, waiting);
  all.admissionRefused.reset();
  all.admissionRefused.inc(refused);
  all.streams.set(events().subscribers);
}

/** What this process counts, in the text form of Prometheus. */
export async function metricsAnswer(): Promise<WireAnswer> {
  await measure();
  const { registry } = metrics();
  const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
  return { status: 200, headers, body: await registry.metrics() };
}
