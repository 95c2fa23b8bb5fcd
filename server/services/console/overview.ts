import {
  type Few,
  type OwnWorkloadRow,
  type ReservationLineRow,
  readAttention,
  readOwnWorkloads,
  readUnitOverview,
  type StateTallyRow,
  type UnitsRow,
} from "@/db/queries/overview";
import type { FleetOverview, ModelTally, Overview, OwnOverview } from "@/server/contract/overview";
import { UNIT_STATES } from "@/server/domain/unit-state";
import { listReservations } from "../list-reservations";
import { type Context, scopeOf } from "../shared/context";
import { present, utc } from "../shared/present";

/** Units that are kept and unused for this long are worth a thought; reservations that end so soon as well. */
const IDLE_DAYS = 7;
const ENDING_DAYS = 7;
const FIRST = 5;

const printed = (time: string | null) => time && utc(new Date(time));

function modelTally(row: StateTallyRow): ModelTally {
  const total = (of: "units" | "gpus") => row.states.reduce((sum, each) => sum + each[of], 0);
  return {
    id: row.gpuModelId,
    name: row.gpuModelName,
    nodes: row.nodes,
    units: total("units"),
    gpus: total("gpus"),
    states: UNIT_STATES.flatMap((state) => row.states.find((each) => each.state === state) ?? []),
  };
}

const mapFew = <Row, Item>(few: Few<Row>, item: (row: Row) => Item): Few<Item> => ({
  count: few.count,
  items: few.items.map(item),
});

const reservationLine = (row: ReservationLineRow) => present({ ...row, endsAt: printed(row.endsAt) });
const unitsLine = (row: UnitsRow) => present({ ...row, since: utc(new Date(row.since)) });

async function fleetOverview(ctx: Context): Promise<{ now: Date; fleet: FleetOverview }> {
  const reading = ctx.db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return reading.execute(async (trx) => {
    const scope = scopeOf(ctx);
    const units = await readUnitOverview(trx, scope, { idleDays: IDLE_DAYS, limit: FIRST });
    const rows = await readAttention(trx, scope, { endingDays: ENDING_DAYS, limit: FIRST });
    const fleet = {
      nodes: rows.nodes,
      models: units.models.map(modelTally),
      review: mapFew(rows.review, reservationLine),
      ending: mapFew(rows.ending, reservationLine),
      holdovers: mapFew(units.holdovers, unitsLine),
      idle: mapFew(units.idle, unitsLine),
      offline: rows.offline,
      unreported: rows.unreported,
    };
    return { now: units.now, fleet };
  });
}

const workloadLine = ({ gpuModelId, gpuModelName, since, ...row }: OwnWorkloadRow) => ({
  ...row,
  model: { id: gpuModelId, name: gpuModelName },
  since: utc(new Date(since)),
});

/** What is kept for an org and what it runs, by the same rules as the calls that list both. */
async function ownOverview(ctx: Context): Promise<OwnOverview> {
  const input = { role: "audience", status: ["active", "pending", "needs-review"], limit: FIRST } as const;
  const [grants, workloads] = await Promise.all([
    listReservations(ctx, { ...input, status: [...input.status] }),
    readOwnWorkloads(ctx.db, ctx.actor.orgId, FIRST),
  ]);
  return {
    grants: {
      items: grants.items.map((each) =>
        present({
          id: each.id,
          status: each.status,
          units: each.reservedUnitIds.length,
          released: each.releasedUnitIds?.length ?? 0,
          startsAt: each.startsAt,
          endsAt: each.endsAt,
          contractRef: each.contractRef,
        }),
      ),
      hasMore: grants.nextCursor !== undefined,
    },
    workloads: { ...mapFew(workloads, workloadLine), gpus: workloads.gpus },
  };
}

/**
 * What stands where at one glance: the machines that the caller sees, as the fleet page shows them, and what is the own
 * org's. An org that sees no machine gets no numbers of any.
 */
export async function readOverview(ctx: Context): Promise<Overview> {
  const { isPlatform, permissions } = ctx.actor;
  const { now, fleet } = await fleetOverview(ctx);
  const isCustomer = !isPlatform && permissions.has("vm.read");
  return {
    now: utc(now),
    ...((isPlatform || fleet.nodes > 0) && { fleet }),
    ...(isCustomer && { own: await ownOverview(ctx) }),
  };
}
