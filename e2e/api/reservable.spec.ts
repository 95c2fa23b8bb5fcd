import type { ErrorBody } from "../fixtures/api";
import { expectSound, query } from "../fixtures/database";
import { address, report, type Unit } from "../fixtures/machine";
import { Chance } from "../fixtures/random";
import { DAY, HOUR, MINUTE, utc } from "../fixtures/time";
import { expect, type TestNode, type TestOrg, test, type World } from "../fixtures/world";

const NODES = 6;
const TRIES = process.env.HOLDFAST_LONG === "1" ? 30_000 : 3_000;

interface Term {
  startsAt?: string;
  endsAt?: string;
}

/** Machines with single, paired and unsellable units. */
function machine(chance: Chance): Unit[] {
  const units: Unit[] = [];
  for (let slot = 1; slot <= 12; slot += 1) {
    if (chance.odds(0.2)) units.push({ id: address(slot), gpus: [address(slot), address(slot, 1)] });
    else units.push({ id: address(slot), withNic: chance.odds(0.1) });
  }
  return units;
}

/** Instants at which something begins or ends are where mistakes live: most terms touch one, or miss it by 1 ms. */
function randomTerm(chance: Chance, edges: readonly number[]): Term {
  const instant = () => {
    if (edges.length > 0 && chance.odds(0.6)) return chance.pick(edges) + chance.pick([-1, 0, 0, 1]);
    return Date.now() + HOUR + chance.below(30 * DAY);
  };
  const [one, two] = [instant(), instant()];
  const [from, to] = one < two ? [one, two] : [two, one];
  const soonest = Date.now() + 10 * MINUTE;
  const startsAt = chance.odds(0.15) || from < soonest ? undefined : utc(from);
  const end = to > from && to > soonest ? to : Math.max(from, soonest) + 1 + chance.below(DAY);
  return { ...(startsAt && { startsAt }), ...(chance.odds(0.85) && { endsAt: utc(end) }) };
}

interface Standing {
  id: string;
  edges: number[];
}

/** One node and what stands on it; every step asks first and then tries. */
class Trial {
  readonly #standing: Standing[] = [];
  tries = 0;
  accepted = 0;
  refused = 0;

  constructor(
    readonly world: World,
    readonly chance: Chance,
    readonly node: TestNode,
    readonly units: Unit[],
    readonly org: TestOrg,
  ) {}

  get #api() {
    return this.chance.odds(0.5) ? this.world.platform : this.world.elsewhere(this.world.platform);
  }

  /** The list's word for every unit of the node and one term, then a create for some of them. */
  async step(): Promise<void> {
    const { chance, node } = this;
    const params = { nodeId: node.id };
    const term = randomTerm(
      chance,
      this.#standing.flatMap((each) => each.edges),
    );
    const units = await this.#api.ok("listUnits", { params, query: { ...term } });
    for (let times = 0; times < 4 && units.length > 0; times += 1) {
      const wanted = chance.odds(0.7) ? [chance.pick(units)] : chance.some(units, 0.3);
      if (wanted.length === 0) continue;
      const unitIds = wanted.map((unit) => unit.id);
      const api = this.#api;
      const reply = await api.send("createReservation", {
        params,
        body: { unitIds, allowedOrgIds: [this.org.id], ...term },
      });
      this.tries += 1;
      const obstacles = wanted.filter((unit) => !unit.reservable);
      const told = { seed: chance.seed, term, unitIds, reply: reply.body };
      if (obstacles.length === 0) {
        if (reply.status !== 201) expect(reply.status, JSON.stringify(told)).toBe(201);
        this.accepted += 1;
        await this.#keepOrCancel(reply.body as { id: string; startsAt: string; endsAt?: string }, units, unitIds);
        continue;
      }
      this.refused += 1;
      const refused = (reply.body as ErrorBody).details?.units as { unitId: string; reason: string }[] | undefined;
      const expected = obstacles.map((unit) => ({ unitId: unit.id, reason: unit.notReservableReason }));
      const heard = refused?.map(({ unitId, reason }) => ({ unitId, reason }));
      if (reply.status !== 409 || JSON.stringify(heard) !== JSON.stringify(expected)) {
        expect({ ...told, status: reply.status, heard }).toEqual({ ...told, status: 409, heard: expected });
      }
    }
    if (chance.odds(0.15)) await this.#upset();
  }

  async #keepOrCancel(
    made: { id: string; startsAt: string; endsAt?: string },
    units: { id: string; reservable: boolean }[],
    unitIds: string[],
  ): Promise<void> {
    if (this.#standing.length < 14 && this.chance.odds(0.25)) {
      const edges = [made.startsAt, ...(made.endsAt ? [made.endsAt] : [])].map((time) => Date.parse(time));
      this.#standing.push({ id: made.id, edges });
      // For the rest of this step the list is out of date where this one now stands.
      const left = units.filter((unit) => !unitIds.includes(unit.id));
      units.splice(0, units.length, ...left);
    } else await this.#cancel(made.id);
  }

  #cancel(reservationId: string): Promise<unknown> {
    return this.world.platform.ok("cancelReservation", { params: { nodeId: this.node.id, reservationId }, body: {} });
  }

  /** Something happens to the node or to what stands on it. */
  async #upset(): Promise<void> {
    const { world, chance, node } = this;
    const params = { nodeId: node.id };
    const one = this.#standing.length > 0 ? chance.pick(this.#standing) : undefined;
    const leave = () =>
      this.#standing.splice(
        this.#standing.findIndex((each) => each.id === one?.id),
        1,
      );
    switch (chance.below(6)) {
      case 0:
        await world.platform.ok("updateNode", {
          params,
          body: { status: chance.pick(["online", "online", "online", "draining", "maintenance"]) },
        });
        return;
      case 1: {
        // Units regroup, come and go: what stands is in review and withholds its silicon.
        const next = this.units.filter(() => chance.odds(0.9)).map((unit) => ({ ...unit, withNic: chance.odds(0.1) }));
        if (next.length === 0) return;
        await world.platform.ok("putInventory", { params, body: { inventory: report(next, node.deviceId) } });
        return;
      }
      case 2:
        if (one) await this.#cancel(leave()[0]!.id);
        return;
      case 3:
        if (one) {
          const where = { ...params, reservationId: one.id };
          const { reservedUnitIds } = await world.platform.ok("getReservation", { params: where });
          await world.platform.ok("cancelReservation", {
            params: where,
            body: { unitIds: [chance.pick(reservedUnitIds)] },
          });
        }
        return;
      case 4:
        if (one)
          await world.platform.send("reaffirmReservation", { params: { ...params, reservationId: one.id }, body: {} });
        return;
      default:
        if (one) await this.#expire(leave()[0]!.id);
    }
  }

  /** Moves a reservation into the past, as if its term were over; where the past is taken it stays as it is. */
  async #expire(id: string): Promise<void> {
    const from = utc(Date.now() - DAY - this.chance.below(3_000 * DAY));
    const to = utc(Date.parse(from) + 1);
    await query(
      this.world,
      `with moved as (
         update reservations set starts_at = $2, ends_at = $3 where id = $1 and cancelled_at is null returning id)
       update reservation_units set term = tstzrange($2, $3) where reservation_id in (select id from moved)
         and removed_at is null`,
      [id, from, to],
    );
  }
}

test("reservable is true exactly when the create then succeeds", async ({ world }) => {
  test.setTimeout(30 * MINUTE);
  const chance = new Chance();
  test.info().annotations.push({ type: "seed", description: String(chance.seed) });
  const org = await world.newOrg();
  const trials: Trial[] = [];
  for (let index = 0; index < NODES; index += 1) {
    const own = chance.branch();
    const units = machine(own);
    trials.push(new Trial(world, own, await world.newNode(units), units, org));
  }
  await Promise.all(
    trials.map(async (trial) => {
      while (trial.tries < TRIES / NODES) await trial.step();
    }),
  );
  const sum = (count: (trial: Trial) => number) => trials.reduce((total, trial) => total + count(trial), 0);
  expect(sum((trial) => trial.tries)).toBeGreaterThanOrEqual(TRIES);
  // Both answers must have been put to the test, not only the easy one.
  expect(sum((trial) => trial.accepted)).toBeGreaterThan(TRIES / 10);
  expect(sum((trial) => trial.refused)).toBeGreaterThan(TRIES / 10);
  for (const trial of trials) await expectSound(world, trial.node.id);
});
