import { together } from "@/db/client";
import { insertReservation } from "@/db/queries/reservations";
import { insertReservedUnits } from "@/db/queries/reserved-units";
import type { Actor } from "@/server/domain/actor";
import { PERMISSIONS } from "@/server/domain/permissions";
import { newId } from "@/server/ids";
import type { InventoryReport } from "@/server/inventory/report";
import { perform } from "@/server/services/perform";
import type { Context } from "@/server/services/shared/context";
import { mutate } from "@/server/services/shared/context";
import { loadNode } from "@/server/services/shared/node-state";
import { machines, reportOf, v100AfterMove } from "./machines";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DemoOrgs {
  platform: string;
  north: string;
  harbor: string;
  acme: string;
  lumen: string;
  quarry: string;
}

/** Builds the fleet through the same services that serve the API, so that everything in it has its trail. */
export class DemoFleet {
  readonly #now = Date.now();

  constructor(
    readonly ctx: Context,
    readonly orgs: DemoOrgs,
  ) {}

  static actor(orgId: string): Actor {
    const permissions = new Set(PERMISSIONS);
    return {
      type: "system",
      id: "demo",
      name: "Demo fleet",
      orgId,
      orgName: "Platform",
      isPlatform: true,
      permissions,
    };
  }

  at(days: number): Date {
    return new Date(this.#now + days * DAY_MS);
  }

  async node(
    orgId: string,
    hostname: string,
    report: InventoryReport,
    place: { pool?: "community" | "verified"; city: string; country: string; reportedDaysAgo?: number },
  ): Promise<string> {
    const { id } = (await perform(this.ctx, "createNode", {
      orgId,
      hostname,
      pool: place.pool ?? "verified",
      locationCity: place.city,
      locationCountry: place.country,
    })) as { id: string };
    await this.report(id, report, place.reportedDaysAgo ?? 0);
    return id;
  }

  async report(nodeId: string, inventory: InventoryReport, daysAgo: number): Promise<void> {
    const reportedAt = daysAgo === 0 ? undefined : this.at(-daysAgo);
    await perform(this.ctx, "putInventory", { nodeId, inventory, reportedAt });
  }

  async reserve(nodeId: string, unitIds: string[], fields: Record<string, unknown>): Promise<string> {
    const made = (await perform(this.ctx, "createReservation", { nodeId, unitIds, ...fields })) as { id: string };
    return made.id;
  }

  async release(nodeId: string, reservationId: string, unitIds: string[], reason: string): Promise<void> {
    await perform(this.ctx, "releaseUnits", { nodeId, reservationId, unitIds, reason });
  }

  async workload(
    kind: "createVm" | "createPod",
    orgId: string,
    name: string,
    gpuModelId: string,
    gpuCount: number,
    tier: string,
  ) {
    await perform(this.ctx, kind, { orgId, name, gpuModelId, gpuCount, tier });
  }

  /** A reservation whose term is over. No call can make one, so its rows are written as they would stand by now. */
  async past(nodeId: string, unitIds: string[], orgId: string, from: number, to: number, contractRef: string) {
    await mutate(this.ctx, async (trx) => {
      const state = await loadNode({ ...this.ctx, trx }, trx, nodeId, "see");
      const term = { startsAt: this.at(from), endsAt: this.at(to) };
      const reservation = { nodeId, id: newId("res"), ...term };
      const whole = {
        ...reservation,
        topologyGen: state.node.topologyGen,
        allowedOrgIds: [orgId, this.orgs.platform],
        platformNamed: false,
        managingOrgIds: [],
        contractRef,
        reason: null,
        now: term.startsAt,
      };
      const units = state.units
        .filter((unit) => unitIds.includes(unit.id))
        .map((unit) => ({ ...unit, unitId: unit.id, released: false }));
      await together(trx, [insertReservation(trx, whole), insertReservedUnits(trx, reservation, units)]);
    });
  }
}

async function h100Node(fleet: DemoFleet): Promise<void> {
  const { orgs } = fleet;
  const report = reportOf(machines.h100, "h100");
  const node = await fleet.node(orgs.north, "north-h100-01", report, { city: "Oslo", country: "NO" });
  await fleet.past(node, ["0000:11:00.0", "0000:41:00.0"], orgs.lumen, -60, -20, "LUM-2026-004");
  const acme = await fleet.reserve(node, ["0000:11:00.0", "0000:41:00.0", "0000:44:00.0"], {
    allowedOrgIds: [orgs.acme],
    managingOrgIds: [orgs.harbor],
    contractRef: "ACM-2026-017",
    reason: "Pre-training run, three months",
    endsAt: fleet.at(90),
  });
  await fleet.workload("createVm", orgs.acme, "acme-pretrain-0", "10de-2330", 2, "verified");
  await fleet.release(node, acme, ["0000:41:00.0", "0000:44:00.0"], "Idle until the second phase");
  await fleet.workload("createVm", orgs.quarry, "quarry-sweep-3", "10de-2330", 1, "spot");
  await fleet.reserve(node, ["0000:bb:00.0"], {
    allowedOrgIds: [orgs.lumen],
    contractRef: "LUM-2026-011",
    startsAt: fleet.at(5),
    endsAt: fleet.at(35),
  });
}

async function otherNodes(fleet: DemoFleet): Promise<void> {
  const { orgs } = fleet;
  const mi300x = await fleet.node(orgs.north, "north-mi300x-01", reportOf(machines.mi300x, "mi300x"), {
    city: "Oslo",
    country: "NO",
  });
  await fleet.workload("createVm", orgs.quarry, "quarry-batch-1", "1002-74a1", 1, "community");
  await fleet.reserve(mi300x, ["0000:05:00.0", "0000:26:00.0", "0000:46:00.0", "0000:65:00.0"], {
    allowedOrgIds: [orgs.lumen],
    contractRef: "LUM-2026-009",
    reason: "Inference capacity, open-ended",
  });
  const rtx = await fleet.node(orgs.harbor, "harbor-4090-01", reportOf(machines.rtx4090, "rtx4090"), {
    pool: "community",
    city: "Rotterdam",
    country: "NL",
  });
  const ending = await fleet.reserve(rtx, ["0000:98:00.0", "0000:b8:00.0"], {
    allowedOrgIds: [orgs.acme],
    managingOrgIds: [orgs.acme],
    contractRef: "ACM-2026-020",
    endsAt: fleet.at(4),
  });
  await fleet.release(rtx, ending, ["0000:98:00.0", "0000:b8:00.0"], "Nothing scheduled this week");
  await fleet.workload("createVm", orgs.quarry, "quarry-render-7", "10de-2684", 2, "spot");
  await fleet.workload("createVm", orgs.lumen, "lumen-dev", "10de-2684", 1, "community");
  await fleet.node(orgs.harbor, "harbor-desk-01", reportOf(machines.desktop, "desk"), {
    pool: "community",
    city: "Rotterdam",
    country: "NL",
  });
  await fleet.node(orgs.north, "north-l40s-01", reportOf(machines.l40s, "l40s"), { city: "Bergen", country: "NO" });
  await fleet.workload("createPod", orgs.lumen, "lumen-embeddings", "10de-26b9", 2, "verified");
}

/** A node whose topology changed yesterday: its reservations wait for somebody to look at them. */
async function reviewNode(fleet: DemoFleet): Promise<void> {
  const { orgs } = fleet;
  const before = reportOf(machines.v100, "v100");
  const place = { city: "Rotterdam", country: "NL", reportedDaysAgo: 40 };
  const node = await fleet.node(orgs.harbor, "harbor-v100-01", before, place);
  const acme = [orgs.acme];
  await fleet.reserve(node, ["0000:43:00.0", "0000:44:00.0"], {
    allowedOrgIds: acme,
    contractRef: "ACM-2026-002",
    endsAt: fleet.at(60),
  });
  await fleet.reserve(node, ["0000:27:00.0"], { allowedOrgIds: [orgs.lumen], contractRef: "LUM-2026-003" });
  await fleet.report(node, v100AfterMove("v100"), 1);
}

export async function buildFleet(fleet: DemoFleet): Promise<void> {
  await h100Node(fleet);
  await otherNodes(fleet);
  await reviewNode(fleet);
}
