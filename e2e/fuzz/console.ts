import { z } from "zod";
import { operations } from "@/server/contract/operations";
import type { CallMeta } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";
import { Console } from "../fixtures/console-call";
import { newPerson } from "../fixtures/people";
import type { World } from "../fixtures/world";
import { Random } from "../races/random";
import { resolved, type Schema } from "./document";
import { knownIn, type Target, type Volley } from "./fuzz";
import { damaged, exampleOf, odd } from "./values";

/** A stream, and what would end the sessions that the shots are fired with or waits for a password's hash. */
const LEFT_OUT = /^(console\.changes|session\..+|account\..+|invitations\.join)$/;

interface Procedure {
  path: string;
  isChange: boolean;
  input: Schema;
}

interface Defined {
  type: "query" | "mutation" | "subscription";
  inputs: readonly unknown[];
  meta?: CallMeta;
}

function schemaOf(type: z.ZodType): Schema {
  const { $defs = {}, ...schema } = z.toJSONSchema(type, { unrepresentable: "any", io: "input", reused: "inline" });
  return resolved(schema as Schema, $defs as Record<string, Schema>);
}

const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

/** What each call of the console takes, as its router says. */
function procedures(): Procedure[] {
  const all = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: Defined }>);
  return all
    .filter(([path]) => !LEFT_OUT.test(path))
    .map(([path, { _def }]) => {
      const { params, query, body } = _def.meta ? operations[_def.meta.operation] : {};
      const [own] = _def.inputs;
      const input = _def.meta
        ? objectOf({
            ...(params && { params: schemaOf(params) }),
            ...(query && { query: schemaOf(query) }),
            ...(body && { body: schemaOf(body) }),
          })
        : own instanceof z.ZodType
          ? schemaOf(own)
          : {};
      return { path, isChange: _def.type === "mutation", input };
    });
}

/** What the refusals of ours never hold: a word of the database's or of the code's own. */
const INNER = /\bat .+:\d+:\d+|pg_|syntax error|invalid input syntax|TypeError|ZodError|node_modules/;

/** People of the operator, an owner, a customer and of nothing, signed in. */
async function people(world: World, target: Target): Promise<Console[]> {
  const { orgId } = await world.platform.ok("whoami");
  const [owner = orgId, customer = orgId] = target.known.orgId ?? [];
  const consoles: Console[] = [];
  for (const org of [orgId, owner, customer])
    consoles.push(await Console.of(world, await newPerson(world, "Fuzz", [[org, "owner"]])));
  return [...consoles, new Console(target.url)];
}

/** Calls of the console that its router describes, valid and damaged, by people of every kind: none may be a fault of ours. */
export async function fuzzConsole(world: World, target: Target, shots: number, seed: number): Promise<Volley> {
  const calls = procedures();
  const callers = await people(world, target);
  const volley: Volley = { shots: 0, byStatus: {}, found: [] };
  const known = knownIn(target);
  const gun = async (index: number) => {
    const random = new Random(seed * 100 + index);
    while (volley.shots < shots) {
      volley.shots += 1;
      const call = calls[random.below(calls.length)] as Procedure;
      const caller = callers[random.below(callers.length)] as Console;
      const valid = exampleOf(call.input, random, known);
      const kind = random.below(12);
      const input = kind === 0 ? odd(random) : kind < 6 ? damaged(valid, random) : valid;
      const fired = call.isChange ? caller.change(call.path, input) : caller.ask(call.path, input);
      const { status, message } = await fired.catch((error: unknown) => ({ status: 0, message: `${error}` }));
      volley.byStatus[status] = (volley.byStatus[status] ?? 0) + 1;
      const isFine = status >= 200 && status < 500 && !INNER.test(message ?? "");
      if (!isFine)
        volley.found.push(`${call.path} ${JSON.stringify(input)?.slice(0, 1_500)}: ${status} ${message ?? ""}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => gun(index)));
  return volley;
}
