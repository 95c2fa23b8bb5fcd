import { execFileSync } from "node:child_process";
import os from "node:os";
import { locateBinaries } from "@/db/embedded/binaries";
import type { Row } from "./figure";

function postgresVersion(): string {
  const { postgres } = locateBinaries();
  return /\d+(\.\d+)?/.exec(execFileSync(postgres, ["--version"], { encoding: "utf8" }))?.[0] ?? "?";
}

/** What the figures were taken on, and when. */
export function circumstances(): string {
  const [cpu] = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const machine = `${os.cpus().length} × ${cpu?.model.trim() ?? "?"}, ${memory}, ${os.type()} ${os.release()}`;
  return `${machine}; Node ${process.versions.node}, Postgres ${postgresVersion()}; ${new Date().toISOString().slice(0, 10)}`;
}

const verdict = ({ met }: Row): string => (met === undefined ? "" : met ? "yes" : "**no**");

/** One table, in Markdown, so that it can be quoted as it stands. */
export function tableOf(rows: readonly Row[], isQuick: boolean): string {
  const lines = rows.map((row) => [row.figure, row.value, row.goal ?? "", verdict(row), row.details ?? ""]);
  const table = [["figure", "value", "goal", "met", "made of"], ["---", "---", "---", "---", "---"], ...lines];
  const text = table.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  const note = isQuick ? " Short form: smaller fleets, shorter rounds." : "";
  return `\n${text}\n\n${circumstances()}.${note}\n`;
}
