import type { IncomingMessage, ServerResponse } from "node:http";
import type { Deadline } from "@/db/deadline";

/** Nobody waits five seconds for an answer; what is left of them is for a machine that is busy. */
const ANSWER_MS = 4_000;

/** Counts from when the request has arrived whole. What is streamed takes as long as it likes once it has begun. */
export function deadlineOf(request: IncomingMessage, response: ServerResponse): Deadline {
  let from = performance.now();
  request.once("end", () => {
    from = performance.now();
  });
  return {
    left() {
      const isOpen = response.headersSent || !request.complete;
      return isOpen ? Number.POSITIVE_INFINITY : from + ANSWER_MS - performance.now();
    },
  };
}
