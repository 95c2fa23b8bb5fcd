import { expect } from "vitest";
import type { AnswerOf, InputOf } from "@/server/contract/operation";
import type { OperationId, operations } from "@/server/contract/operations";
import type { Model, Node, Org } from "./facts";
import { seesNode } from "./rules";

type Ops = typeof operations;

/** A call, and what the contract says will come of it. */
export interface Planned {
  by: Org;
  op: OperationId;
  input: unknown;
  /** Codes that would be right; undefined where the call must succeed. */
  refused: string[] | undefined;
  /** For refused creates and the like: every refused unit, each with the codes that would be right. */
  refusedUnits?: Map<string, string[]> | undefined;
  /** Entries that the audit trail gets. */
  trail: { action: string; outcome: "done" | "refused" }[];
  /** Succeeds, and nothing at all is different afterwards. */
  changesNothing: boolean;
  /** Checks the answer and carries the change into the model. */
  done: (answer: unknown) => void;
}

/** What is right for a call, whoever makes it: a refusal by its codes, or what it does. */
export interface Verdict<A> {
  refused?: string[] | undefined;
  refusedUnits?: Map<string, string[]> | undefined;
  changesNothing?: boolean | undefined;
  done?: (answer: A) => void;
}

interface Attempt<K extends OperationId> {
  by: Org;
  op: K;
  input: InputOf<Ops[K]>;
  /** Name of the change in the audit trail. */
  action: string;
  /** The node in the path, if one is. */
  node: Node | undefined;
  /** Attempts that leave no trail: dry runs. */
  silent?: boolean;
}

export function planned<K extends OperationId>(
  m: Model,
  attempt: Attempt<K>,
  verdict: Verdict<AnswerOf<Ops[K]>>,
): Planned {
  const { by, op, input, action, node } = attempt;
  const { refused, refusedUnits, changesNothing = false, done } = verdict;
  const trailed = refused ? node !== undefined && seesNode(m, by, node) : !changesNothing;
  const trail: Planned["trail"] = trailed && !attempt.silent ? [{ action, outcome: refused ? "refused" : "done" }] : [];
  return { by, op, input, refused, refusedUnits, trail, changesNothing, done: (answer) => done?.(answer as never) };
}

export const refusedWith = (...codes: string[]): Verdict<unknown> => ({ refused: codes });

export const expectSame = (actual: readonly string[] | undefined, expected: readonly string[]): void =>
  expect([...(actual ?? [])].sort()).toEqual([...expected].sort());
