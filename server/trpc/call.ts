import { z } from "zod";
import type { AnswerOf } from "../contract/operation";
import { type OperationId, operations } from "../contract/operations";
import { readPart } from "../contract/problems";
import { canBeId } from "../contract/text";
import { invalid, notFound } from "../domain/errors";
import { perform } from "../services/perform";
import { protectedProcedure, serviceContext } from "./init";

type Parts<Id extends OperationId> = (typeof operations)[Id];
type Part<S> = S extends z.ZodType ? z.input<S> : object;

/** Path, query and body of a call as the console sends them: the same schemas that REST reads. */
export interface CallInput<Id extends OperationId> {
  params?: Part<Parts<Id>["params"]>;
  query?: Part<Parts<Id>["query"]>;
  body?: Part<NonNullable<Parts<Id>["body"]>>;
}

const envelope = z.strictObject({
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
});

function parsed(schema: z.ZodType, value: unknown, whole: string): object {
  const part = readPart(schema, value, whole);
  if ("problems" in part) throw invalid(part.problems);
  return part.data as object;
}

function inputOf(id: OperationId, raw: unknown): Record<string, unknown> {
  const op = operations[id];
  const { params = {}, query = {}, body = {} } = parsed(envelope, raw ?? {}, "input") as z.output<typeof envelope>;
  // As in a path, where such a part is no path of ours.
  if (!Object.values(params).every(canBeId)) throw notFound();
  return {
    ...("body" in op && op.body ? parsed(op.body, body, "body") : {}),
    ...parsed(op.query, query, "query"),
    ...parsed(op.params, params, "params"),
  };
}

const typed = <Id extends OperationId>(id: Id) =>
  protectedProcedure.meta({ operation: id }).input((raw: unknown): CallInput<Id> => (raw ?? {}) as CallInput<Id>);

/** A reading call of the operation table, as a console query. */
export const readCall = <Id extends OperationId>(id: Id) =>
  typed(id).query(
    ({ ctx, input }) => perform(serviceContext(ctx), id, inputOf(id, input)) as Promise<AnswerOf<Parts<Id>>>,
  );

/** A changing call of the operation table, as a console mutation. */
export const changeCall = <Id extends OperationId>(id: Id) =>
  typed(id).mutation(
    ({ ctx, input }) => perform(serviceContext(ctx), id, inputOf(id, input)) as Promise<AnswerOf<Parts<Id>>>,
  );
