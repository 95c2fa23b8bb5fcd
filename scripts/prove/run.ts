/** The long proofs, `npm run prove`: races and crashes at a length that no test run has time for. */
import { answersInTime } from "./answers";
import { fullDisk } from "./disk";
import type { Finding } from "./finding";
import { shots } from "./fuzz";
import { overload } from "./load";
import { failedOver, killedBoth, killedDatabase, killedServers, quietRaces } from "./races";
import { timeOfHiding } from "./timing";

const CALLS = Number(process.env.PROVE_CALLS ?? 100_000);

const PROOFS: Record<string, () => Promise<Finding>> = {
  races: () => quietRaces(CALLS),
  servers: () => killedServers(CALLS / 5),
  database: () => killedDatabase(CALLS / 5),
  both: () => killedBoth(CALLS / 5),
  standby: () => failedOver(CALLS / 5),
  disk: () => fullDisk(CALLS / 10),
  answers: () => answersInTime(Math.ceil(CALLS / 25_000)),
  load: () => overload(),
  fuzz: () => shots(CALLS / 2),
  timing: () => timeOfHiding(CALLS / 50),
};

function table(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, amount, found }) => [
    what,
    amount,
    found.length === 0 ? "nothing" : `${found.length}`,
  ]);
  return [["what was done", "how much", "found"], ["---", "---", "---"], ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in PROOFS));
  if (unknown.length > 0) {
    process.stderr.write(`There is no proof ${unknown.join(", ")}: there are ${Object.keys(PROOFS).join(", ")}.\n`);
    return 1;
  }
  const findings: Finding[] = [];
  for (const name of names.length > 0 ? names : Object.keys(PROOFS))
    findings.push(await (PROOFS[name] as () => Promise<Finding>)());
  for (const { what, details, found } of findings) {
    process.stdout.write(`\n${what}\n`);
    for (const [key, count] of Object.entries(details ?? {})) process.stdout.write(`  ${key}: ${count}\n`);
    for (const each of found.slice(0, 5)) process.stdout.write(`  FOUND ${each}\n`);
  }
  process.stdout.write(`\n${table(findings)}\n`);
  return findings.some(({ found }) => found.length > 0) ? 1 : 0;
}

process.exit(await main(process.argv.slice(2)));
