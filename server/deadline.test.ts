import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Deadline } from "@/db/deadline";
import { ANSWER_MS, deadlineOf } from "./deadline";

const WHILE_MS = 60;

describe("the time for an answer", () => {
  let server: Server;
  afterEach(() => void server.close());

  /** Milliseconds that are left at last, by what a server finds of a request that is sent in two halves. */
  async function left(
    work: (request: IncomingMessage, sendRest: () => void, deadline: Deadline) => Promise<void>,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      let sendRest: () => void = () => undefined;
      server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
        const deadline = deadlineOf(request, response);
        await work(request, () => sendRest(), deadline);
        resolve(deadline.left());
        response.end();
      });
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo;
        const call = request({ port, method: "POST", agent: false }, (reply) => reply.resume());
        call.on("error", reject);
        call.write("a first half");
        sendRest = () => call.end("and the rest");
      });
    });
  }
  const whole = (request: IncomingMessage) => new Promise((resolve) => request.resume().once("end", resolve));

  it("is not used up by a sender who takes her time", async () => {
    let [from, taken] = [0, 0];
    const rest = await left(async (request, sendRest, deadline) => {
      from = performance.now();
      const read = whole(request);
      await new Promise((resolve) => request.once("data", resolve));
      // What is waited for meanwhile, such as who she is, ends all the same.
      expect(deadline.left()).toBeLessThanOrEqual(ANSWER_MS);
      const pausedAt = performance.now();
      await pass(WHILE_MS);
      taken = performance.now() - pausedAt;
      sendRest();
      await read;
    });
    expect(ANSWER_MS - rest).toBeLessThanOrEqual(performance.now() - from - taken);
  });

  it("is used up by what keeps us from reading", async () => {
    let waited = 0;
    const rest = await left(async (request, sendRest) => {
      sendRest();
      const from = performance.now();
      await pass(WHILE_MS);
      waited = performance.now() - from;
      await whole(request);
    });
    expect(ANSWER_MS - rest).toBeGreaterThanOrEqual(waited);
  });
});
