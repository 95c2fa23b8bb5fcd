import { findNode } from "@/db/queries/nodes";
import { namedOrgs } from "@/db/queries/reservation-list";
import { type HoldRow, holdsOfNode, type ReleaseRow, type RunRow, releasesOf, runsOnNode } from "@/db/queries/timeline";
import type { TimelineHold, TimelineQuery, TimelineRun, TimelineView } from "@/server/contract/timeline";
import { invalid, notFound } from "@/server/domain/errors";
import { releaseSpans, type TimeSpan } from "@/server/domain/release-spans";
import { type Context, scopeOf } from "../shared/context";
import { present, utc } from "../shared/present";

const MOST = 2_000;
type Orgs = ReadonlyMap<string, { name: string; isPlatform: boolean }>;

const named = (orgs: Orgs, id: string) => ({ id, name: orgs.get(id)?.name ?? id });
const stretch = ({ from, to }: TimeSpan) => present({ from: utc(from), to: to && utc(to) });

function holdView(row: HoldRow, releases: readonly ReleaseRow[], orgs: Orgs): TimelineHold {
  const asked = row.platformNamed ? row.allowedOrgIds : row.allowedOrgIds.filter((id) => !orgs.get(id)?.isPlatform);
  return present({
    id: row.seq,
    unitId: row.unitId,
    reservationId: row.reservationId,
    contractRef: row.contractRef,
    status: row.isRemoved ? "cancelled" : row.status,
    audience: (asked.length > 0 ? asked : row.allowedOrgIds).map((id) => named(orgs, id)),
    ...stretch(row),
    released: releaseSpans(
      row,
      releases.filter((release) => release.reservationId === row.reservationId),
    ).map(stretch),
  });
}

const runView = (row: RunRow, orgs: Orgs): TimelineRun => ({
  id: `${row.workloadId} ${row.unitId}`,
  unitId: row.unitId,
  workloadId: row.workloadId,
  name: row.name,
  kind: row.kind,
  tier: row.tier,
  org: named(orgs, row.organizationId),
  ...stretch(row),
});

const meets = (a: TimeSpan, b: TimeSpan) => (b.to === null || a.from < b.to) && (a.to === null || b.from < a.to);

/** Owner and operator see what ran when; who manages a reservation sees that within it, and everybody what is her own. */
function visibleRuns(ctx: Context, ownerId: string, runs: readonly RunRow[], holds: readonly HoldRow[]): RunRow[] {
  const { orgId, isPlatform } = ctx.actor;
  if (isPlatform || orgId === ownerId) return [...runs];
  const within = (run: RunRow) => holds.some((hold) => hold.unitId === run.unitId && meets(hold, run));
  return runs.filter((run) => run.organizationId === orgId || within(run));
}

/** What held the units of a node over a stretch of time: reservations, releases within them, and workloads. */
export async function readTimeline(ctx: Context, { nodeId, from, to }: TimelineQuery): Promise<TimelineView> {
  if (to <= from) throw invalid([{ field: "to", message: "must be after from" }]);
  const node = await findNode(ctx.db, nodeId, "see", scopeOf(ctx));
  if (!node) throw notFound();
  const holds = await holdsOfNode(ctx.db, nodeId, { from, to }, MOST + 1, scopeOf(ctx));
  const all = await runsOnNode(ctx.db, nodeId, { from, to }, MOST + 1);
  const runs = visibleRuns(ctx, node.organizationId, all, holds);
  const releases = await releasesOf(ctx.db, [...new Set(holds.map((hold) => hold.reservationId))]);
  const orgIds = new Set([...holds.flatMap((hold) => hold.allowedOrgIds), ...runs.map((run) => run.organizationId)]);
  const orgs = new Map((await namedOrgs(ctx.db, [...orgIds])).map((org) => [org.id, org]));
  return {
    holds: holds.slice(0, MOST).map((row) => holdView(row, releases, orgs)),
    runs: runs.slice(0, MOST).map((row) => runView(row, orgs)),
    isCut: holds.length > MOST || all.length > MOST,
  };
}
