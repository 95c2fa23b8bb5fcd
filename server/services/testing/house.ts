import { sql } from "kysely";
import { insertNode, type SeedUnit } from "@/db/testing/seed";
import type { AnswerOf, InputOf } from "@/server/contract/operation";
import type { operations } from "@/server/contract/operations";
import type { Context } from "../shared/context";
import { actingFor, call, makeOrg, openWorld, type TestOrg, type World } from "./world";

type Ops = typeof operations;
export type Reservation = AnswerOf<Ops["getReservation"]>;

export const NOON = new Date("2031-03-01T12:00:00.000Z");
export const HOUR = 3_600_000;

/** Addresses of the units that nodes of a house have. */
export const U = Array.from({ length: 8 }, (_, slot) => `0000:0${slot + 1}:00.0`) as [string, string, ...string[]];

/** A small world with the cast of section 3, its clock at noon. */
export interface House {
  world: World;
  orgs: Record<"platform" | "provider" | "manager" | "alpha" | "beta", TestOrg>;
  /** Keys with every permission. */
  platform: Context;
  provider: Context;
  manager: Context;
  alpha: Context;
  beta: Context;
  /** An instant, in milliseconds from noon. */
  at(ms: number): Date;
  /** Moves the clock to an instant, in milliseconds from noon. */
  goTo(ms: number): Promise<void>;
  /** A node of the provider with as many units of one GPU each, or with those given. */
  node(units?: number | readonly SeedUnit[]): Promise<string>;
  /** Reserves the first unit for alpha, from now on, unless said otherwise. */
  reserve(nodeId: string, change?: Partial<InputOf<Ops["createReservation"]>>): Promise<Reservation>;
  reservationOf(nodeId: string, reservationId: string): Promise<Reservation>;
  units(nodeId: string): Promise<AnswerOf<Ops["listUnits"]>>;
  /** What the trail of a node says, newest first: action, outcome, code. */
  trail(nodeId: string): Promise<(string | undefined)[][]>;
  /** As after a report that found another topology, with the units as they are. */
  bumpTopology(nodeId: string): Promise<void>;
  close(): Promise<void>;
}

async function makeCast(world: World): Promise<House["orgs"]> {
  return {
    platform: await makeOrg(world, "platform", true),
    provider: await makeOrg(world, "provider"),
    manager: await makeOrg(world, "manager"),
    alpha: await makeOrg(world, "alpha"),
    beta: await makeOrg(world, "beta"),
  };
}

export async function openHouse(label: string): Promise<House> {
  const world = await openWorld(label);
  const orgs = await makeCast(world);
  const at = (ms: number) => new Date(NOON.getTime() + ms);
  await world.setClock(NOON);
  const platform = actingFor(world, orgs.platform);
  return {
    world,
    orgs,
    platform,
    provider: actingFor(world, orgs.provider),
    manager: actingFor(world, orgs.manager),
    alpha: actingFor(world, orgs.alpha),
    beta: actingFor(world, orgs.beta),
    at,
    goTo: (ms) => world.setClock(at(ms)),
    node: (units = 4) =>
      insertNode(world.owner, {
        organizationId: orgs.provider.id,
        units: typeof units === "number" ? U.slice(0, units).map((id) => ({ id })) : units,
      }),
    reserve: (nodeId, change) =>
      call(platform, "createReservation", { nodeId, unitIds: [U[0]], allowedOrgIds: [orgs.alpha.id], ...change }),
    reservationOf: (nodeId, reservationId) => call(platform, "getReservation", { nodeId, reservationId }),
    units: (nodeId) => call(platform, "listUnits", { nodeId }),
    trail: async (nodeId) => {
      const { items } = await call(platform, "listNodeAudit", { nodeId, limit: 200 });
      return items.map((entry) => [entry.action, entry.outcome, ...(entry.code ? [entry.code] : [])]);
    },
    bumpTopology: async (nodeId) => {
      await sql`update nodes set topology_gen = topology_gen + 1 where id = ${nodeId}`.execute(world.owner);
    },
    close: () => world.close(),
  };
}
