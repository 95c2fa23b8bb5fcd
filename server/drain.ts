import type { Server, ServerResponse } from "node:http";
import { Server as Listener } from "node:net";

/** How long requests may go on after the order to stop; longer ones are streams that end with us. */
const GRACE_MS = 10_000;
/**
 * For so long after the order a connection without a request stays. A proxy that is at work sends its next request on it in
 * this time and is told with the answer that it was the last; were it closed at once, that request could be on its way.
 */
const FAREWELL_MS = 300;

/**
 * Ends a server so that nobody loses an answer. To take no new connection is not enough: a busy proxy keeps those it has and
 * goes on using them until they are cut under a request. So each answer after the order says that its connection ends.
 */
export class Drain {
  readonly #unanswered = new Set<ServerResponse>();
  #isOn = false;

  /** To be told of each request before it is answered. */
  watch(response: ServerResponse): void {
    if (this.#isOn) {
      response.shouldKeepAlive = false;
      return;
    }
    this.#unanswered.add(response);
    response.once("close", () => this.#unanswered.delete(response));
  }

  /** Resolves when no connection is left, which is after ten seconds whatever they do. */
  async end(server: Server): Promise<void> {
    this.#isOn = true;
    for (const response of this.#unanswered) response.shouldKeepAlive = false;
    // The one of the HTTP server would close connections without a request at once.
    const closed = new Promise((resolve) => Listener.prototype.close.call(server, resolve));
    // Again and again: a stream had said that its connection stays before the order came, and leaves it without a request.
    const idle = setInterval(() => server.closeIdleConnections(), FAREWELL_MS);
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(grace);
  }
}
