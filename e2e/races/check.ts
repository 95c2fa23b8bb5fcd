/**
 * Decides whether what clients saw of a node is what the contract allows. The audit trail is the witness: its entries are
 * written under the node's lock, so their order is the order of the changes. Each change must be right where it stands, lie
 * between its call and its answer, and answer what it did; everything else that was answered must have been true at some
 * moment of its call, after every change that was answered before.
 */
import type { Model } from "@/server/services/testing/model/facts";
import type { Done, Entry, History, Violation } from "./history";
import { judge } from "./judge";
import { answerProblems } from "./views";

const clone = (m: Model): Model => structuredClone(m);
const isSuccess = (done: Done) => done.status >= 200 && done.status < 300;

/** Moments between two instants at which something may be different by the clock alone. */
function moments(m: Model, done: Done, from: number, to: number): number[] {
  const { act } = done;
  const own = act.do === "create" || act.do === "change" ? [act.end, "start" in act ? act.start : undefined] : [];
  const terms = m.reservations.flatMap((r) => [r.start, r.end]);
  const made = (done.body as { createdAt?: string } | undefined)?.createdAt;
  const all = [...own, ...terms, act.do === "create" && made ? Date.parse(made) : from, from, to];
  return [...new Set(all.filter((at): at is number => typeof at === "number" && at >= from && at <= to))];
}

/** Its answer was lost: what it did is known from the trail alone. */
const isLost = (done: Done) => (done.body as { lost?: boolean } | undefined)?.lost === true;

interface Step {
  entry: Entry;
  done: Done;
}

/** The node after a change, or why no moment of it allows the change. */
function carryOut(before: Model, { entry, done }: Step, from: number): Model | string[] {
  let nearest: string[] | undefined;
  for (const now of moments(before, done, Math.min(from, entry.at), entry.at)) {
    const m = clone(before);
    m.now = now;
    const verdict = judge(m, done.by, done.act);
    const problems =
      verdict.kind === "change"
        ? verdict.carryOut(done.body as never)
        : [
            verdict.kind === "refused"
              ? `ought to be refused: ${verdict.codes.join(" or ")}`
              : "ought to change nothing",
          ];
    const isUnseen = verdict.kind === "change" && isLost(done);
    if (problems.length === 0 || isUnseen) return m;
    if (!nearest || problems.length < nearest.length) nearest = problems;
  }
  return nearest ?? ["there was no moment for it"];
}

/** Undefined where a moment of some state explains what was answered; else the nearest miss. */
function unexplained(states: readonly Model[], done: Done): string[] | undefined {
  let nearest: string[] | undefined;
  const { code } = (done.body ?? {}) as { code?: string };
  for (const m of states) {
    for (const now of moments(m, done, done.sent, done.answered)) {
      m.now = now;
      const verdict = judge(m, done.by, done.act);
      const problems = isSuccess(done)
        ? verdict.kind === "nothing"
          ? answerProblems(m, done)
          : [verdict.kind === "refused" ? `ought to be refused: ${verdict.codes.join(" or ")}` : "left no trace"]
        : verdict.kind === "refused" && verdict.codes.includes(code ?? "")
          ? []
          : [`was refused with ${done.status} ${code}, the contract says ${JSON.stringify(verdict)}`];
      if (problems.length === 0) return undefined;
      if (!nearest || problems.length < nearest.length) nearest = problems;
    }
  }
  return nearest ?? ["there was no moment for it"];
}

interface Line {
  states: Model[];
  steps: Step[];
  violations: Violation[];
}

/** Plays the trail: the node after each of its changes. */
function play(history: History, initial: Model): Line {
  const byRequest = new Map(history.done.map((done) => [done.requestId, done]));
  const line: Line = { states: [clone(initial)], steps: [], violations: [] };
  let last = 0;
  for (const entry of history.trail) {
    const done = byRequest.get(entry.requestId);
    if (!done || !isSuccess(done)) {
      line.violations.push({ rule: "a change without a successful call", what: JSON.stringify(entry), at: done });
      continue;
    }
    if (entry.at < done.sent || entry.at > done.answered || entry.at < last) {
      line.violations.push({
        rule: "a change outside its call, or out of order",
        what: JSON.stringify(entry),
        at: done,
      });
    }
    const before = line.states.at(-1) as Model;
    const after = carryOut(before, { entry, done }, Math.max(done.sent, last));
    last = entry.at;
    if (Array.isArray(after)) {
      line.violations.push({
        rule: "a change that the contract forbids or answers otherwise",
        what: after.join("; "),
        at: done,
      });
    }
    line.states.push(Array.isArray(after) ? before : after);
    line.steps.push({ entry, done });
  }
  return line;
}

/** Everything about one node that the contract does not allow; none where the history is consistent. */
export function check(history: History, initial: Model): Violation[] {
  const { states, steps, violations } = play(history, initial);
  const changed = new Map<string, number>();
  for (const { done } of steps) changed.set(done.requestId, (changed.get(done.requestId) ?? 0) + 1);
  for (const [requestId, times] of changed) {
    if (times > 1) violations.push({ rule: "one call, one change", what: `${requestId} changed ${times} times` });
  }
  for (const done of history.done) {
    if (changed.has(done.requestId)) continue;
    if (done.status >= 500) {
      violations.push({
        rule: "no fault of the server's own",
        what: `${done.status} ${JSON.stringify(done.body)}`,
        at: done,
      });
      continue;
    }
    const first = steps.reduce((least, step, index) => (step.done.answered < done.sent ? index + 1 : least), 0);
    const beyond = steps.findIndex((step) => step.entry.at > done.answered);
    const possible = states.slice(first, beyond === -1 ? states.length : beyond + 1);
    const problems = unexplained(possible, done);
    if (problems)
      violations.push({
        rule: "an answer that was true at no moment of its call",
        what: problems.join("; "),
        at: done,
      });
  }
  return violations;
}
