import { expect } from "vitest";
import type { Command, Report } from "./commands";
import type { Gpu, Model, Node, Org } from "./facts";
import { isSameTopology, toReport, unitsOf } from "./machines";
import { expectSame, type Planned, planned, refusedWith } from "./planned";
import { isLive, operates } from "./rules";

type Of<D extends Command["do"]> = Extract<Command, { do: D }>;

/** A UUID told for a card that had none so far is that card's, wherever it is written down. */
function learn(m: Model, node: Node, told: Gpu[]): void {
  const stored = node.units.flatMap((unit) => unit.gpus);
  const records = [
    ...m.reservations.filter((r) => r.node === node && isLive(m, r)).flatMap((r) => r.units.flatMap((own) => own.gpus)),
    ...m.workloads.filter((w) => w.node === node && w.running).flatMap((w) => w.units.flatMap((own) => own.gpus)),
  ];
  for (const gpu of told) {
    const unnamed = stored.some((was) => was.bdf === gpu.bdf && was.device === gpu.device && was.uuid === "");
    if (!unnamed) continue;
    for (const record of records) {
      if (record.bdf === gpu.bdf && record.device === gpu.device && record.uuid === "") record.uuid = gpu.uuid;
    }
  }
}

export function report(m: Model, c: Report, by: Org): Planned {
  const node = m.nodes[c.node] as Node;
  const inventory =
    c.as === "nothing"
      ? { version: 1 as const, source: "none" as const, devices: [], iommuGroups: [], nvswitchCount: 0 }
      : toReport(node, c.machine, c.as !== "whole");
  const madeAt = c.madeIn === undefined ? undefined : m.now + c.madeIn;
  const input = {
    nodeId: node.id,
    inventory,
    reportedAt: madeAt === undefined ? undefined : new Date(madeAt),
    ...(c.as === "partialAccepted" && { acceptPartial: true }),
  };
  const attempt = { by, op: "putInventory" as const, input, action: "node.inventory", node };
  if (!operates(by, node)) return planned(m, attempt, refusedWith("not_found"));
  const isOld = madeAt !== undefined && node.reportedAt !== null && madeAt < node.reportedAt;
  if (c.as === "nothing" || c.as === "partial" || isOld) return planned(m, attempt, refusedWith("invalid_request"));

  const units = unitsOf(node, c.machine);
  const isFirst = node.reportedAt === null;
  const changed = !isSameTopology(node.units, units);
  const verdict = {
    changesNothing: false,
    done: (answer: { changed: boolean; units: { id: string }[]; node: { topologyGen: number } }) => {
      learn(
        m,
        node,
        units.flatMap((unit) => unit.gpus),
      );
      node.units = units.sort((a, b) => (a.id < b.id ? -1 : 1));
      node.reportedAt = madeAt ?? Math.max(m.now, node.reportedAt ?? 0);
      if (changed && !isFirst) node.gen += 1;
      expect(answer.changed).toBe(changed);
      expect(answer.node.topologyGen).toBe(node.gen);
      expectSame(
        answer.units.map((unit) => unit.id),
        units.map((unit) => unit.id),
      );
    },
  };
  const plan = planned(m, attempt, verdict);
  // The same again every minute is no news; still the time of the report and what is known of the cards may move.
  return changed ? plan : { ...plan, trail: [] };
}

function update(m: Model, node: Node, by: Org, what: "status" | "pool", value: string): Planned {
  const input = { nodeId: node.id, [what]: value };
  const attempt = { by, op: "updateNode" as const, input, action: "node.update", node };
  if (!(what === "pool" ? by.isPlatform : operates(by, node))) return planned(m, attempt, refusedWith("not_found"));
  return planned(m, attempt, {
    changesNothing: node[what] === value,
    done: () => Object.assign(node, { [what]: value }),
  });
}

export const setStatus = (m: Model, c: Of<"setStatus">, by: Org): Planned =>
  update(m, m.nodes[c.node] as Node, by, "status", c.status);

export const setPool = (m: Model, c: Of<"setPool">, by: Org): Planned =>
  update(m, m.nodes[c.node] as Node, by, "pool", c.pool);
