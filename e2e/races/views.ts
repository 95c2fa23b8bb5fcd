import type { Model } from "@/server/services/testing/model/facts";
import { governing, holders, isReleasedBy, whyNotReservable } from "@/server/services/testing/model/rules";
import type { Act, Done } from "./history";
import { differences, planOf, type ReservationAnswer, reservationProblems } from "./judge";

interface UnitAnswer {
  id: string;
  state: string;
  claimedBy?: string;
  reservationId?: string;
  released?: boolean;
  reservable: boolean;
}

/** Where cards were regrouped several reservations or workloads may hold a unit: any of them is right. */
const oneOf = (what: string, is: string | undefined, ought: readonly string[]): string[] =>
  (is === undefined ? ought.length === 0 : ought.includes(is))
    ? []
    : [`${what} is ${is} and ought to be ${ought.join(" or ") || "none"}`];

function unitProblems(m: Model, answer: readonly UnitAnswer[]): string[] {
  const node = m.nodes[0];
  if (!node) return ["no node"];
  const ids = differences(
    "units",
    answer.map((unit) => unit.id),
    node.units.map((unit) => unit.id),
  );
  if (ids.length > 0) return ids;
  return node.units.flatMap((unit, index) => {
    const shown = answer[index] as UnitAnswer;
    const governors = governing(m, node, unit);
    const claims = holders(m, node, unit).map((w) => `${w.kind}:${w.id}`);
    const governor = governors.find((r) => r.id === shown.reservationId);
    return [
      ...oneOf(
        `${unit.id} reservationId`,
        shown.reservationId,
        governors.map((r) => r.id),
      ),
      ...oneOf(`${unit.id} claimedBy`, shown.claimedBy, claims),
      ...differences(`${unit.id} state`, shown.state, claims.length > 0 ? "claimed" : "free"),
      ...differences(`${unit.id} released`, shown.released ?? false, governor ? isReleasedBy(governor, unit) : false),
      ...differences(
        `${unit.id} reservable`,
        shown.reservable,
        whyNotReservable(m, node, unit, { start: m.now, end: null }).length === 0,
      ),
    ];
  });
}

const withoutChange: readonly Act["do"][] = ["swap", "setStatus"];

/** What is wrong with a successful answer that changed nothing, on a node as it is at one moment. */
export function answerProblems(m: Model, done: Done): string[] {
  const { act, body } = done;
  if (withoutChange.includes(act.do)) return [];
  if (act.do === "readUnits") return unitProblems(m, body as UnitAnswer[]);
  if (act.do === "readWorkload" || act.do === "terminate") {
    const w = m.workloads.find((each) => each.id === act.workload);
    return differences("status", (body as { status: string }).status, w?.running ? "running" : "terminated");
  }
  if (!("res" in act)) return [`${act.do} can't succeed without a change`];
  const r = m.reservations.find((each) => each.id === act.res);
  if (!r) return ["the reservation isn't there"];
  const answer = body as ReservationAnswer & { wouldTerminate?: string[]; wouldSkip?: string[] };
  const problems = reservationProblems(m, r, answer);
  if (act.do !== "reclaim") return problems;
  const { go, stay } = planOf(m, r, act.unitIds);
  return [
    ...problems,
    ...differences("would end", [...(answer.wouldTerminate ?? answer.terminated ?? [])].sort(), go),
    ...differences("would skip", [...(answer.wouldSkip ?? answer.skipped ?? [])].sort(), stay),
  ];
}
