import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deadline } from "@/db/deadline";

/** Nobody waits five seconds for an answer; what is left of them is for a machine that is busy. */
export const ANSWER_MS = 3_800;

export interface RequestDeadline extends Deadline {
  /** How the database last failed this request. */
  failure: unknown;
}

/**
 * Counts from when the request came, without the time that its sender takes for the body once it is read. What is streamed
 * takes as long as it likes once it has begun.
 */
export function deadlineOf(request: IncomingMessage, response: ServerResponse): RequestDeadline {
  let from = performance.now();
  let readFrom = from;
  let isRead = false;
  request.once("resume", () => {
    readFrom = performance.now();
    isRead = true;
  });
  request.once("end", () => {
    from += performance.now() - readFrom;
    isRead = false;
  });
  return {
    failure: undefined,
    failed(error) {
      this.failure = error;
    },
    left() {
      if (response.headersSent) return Number.POSITIVE_INFINITY;
      // Never without end: what is waited for while the body arrives ends in time for those whose body is nearly there.
      return from + ANSWER_MS - (isRead ? readFrom : performance.now());
    },
  };
}
