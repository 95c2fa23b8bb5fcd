import { sql } from "kysely";
import { Refusal } from "@/server/domain/errors";
import type { Role } from "@/server/domain/permissions";
import type { Context } from "../../shared/context";
import { type House, openHouse } from "../../testing/house";
import { makePerson, type Person } from "../../testing/people";
import { makeOrg, type TestOrg } from "../../testing/world";
import { listPeople } from "../list-people";

/** Code of the refusal; undefined where there was none. */
export const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

export const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "was not refused",
    (error: Error) => error.message,
  );

/** A house with an org of the test's own and the people that it needs. */
export class PeopleStage {
  org: TestOrg = { id: "", name: "", isPlatform: false };
  #count = 0;

  private constructor(readonly house: House) {}

  static open = async (label: string): Promise<PeopleStage> => new PeopleStage(await openHouse(label));

  /** Another org, at noon; the one that everything is about from now on. */
  async nextOrg(): Promise<void> {
    await this.house.goTo(0);
    this.#count += 1;
    this.org = await makeOrg(this.house.world, `Org ${this.#count}`);
  }

  async somebody(role: Role | null, of: TestOrg = this.org, name = "Ada"): Promise<Person> {
    const person = await makePerson(this.house.world, name);
    if (role) await person.becomes(of, role);
    return person;
  }

  async operator(role: Role = "admin"): Promise<Context> {
    const { platform } = this.house.orgs;
    return (await this.somebody(role, platform, "Olga")).acting(platform, role);
  }

  async roles(ctx: Context): Promise<Record<string, Role>> {
    const { members } = await listPeople(ctx, { orgId: this.org.id });
    return Object.fromEntries(members.map((member) => [member.userId, member.role]));
  }

  /** What the trail says of the org, oldest first: action, outcome, code. */
  async trail(): Promise<string[]> {
    const { rows } = await sql<{ action: string; outcome: string; code: string | null }>`
      select action, outcome, code from audit_entries where reason like ${`%${this.org.id}%`} order by seq`.execute(
      this.house.world.owner,
    );
    return rows.map((row) => [row.action, row.outcome, ...(row.code ? [row.code] : [])].join(" "));
  }
}
