import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface Answer {
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Stands before a server: what it answered once it gives again by itself, so that the server and its database rest while a
 * page goes the same way a second time. All that isn't to be kept is passed on.
 */
export class Repeater {
  /** Calls that were answered from what is kept. */
  repeated = 0;
  readonly #answers = new Map<string, Answer>();
  readonly #http = http.createServer((request, response) => this.#handle(request, response));

  private constructor(
    readonly server: URL,
    readonly keeps: (path: string) => boolean,
  ) {}

  static async open(serverUrl: string, keeps: (path: string) => boolean): Promise<Repeater> {
    const repeater = new Repeater(new URL(serverUrl), keeps);
    repeater.#http.listen(0, "127.0.0.1");
    await once(repeater.#http, "listening");
    return repeater;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const known = this.#answers.get(request.url ?? "");
    if (!known) {
      this.#pass(request, response);
      return;
    }
    this.repeated += 1;
    response.writeHead(200, known.headers).end(known.body);
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { url: path = "/", method = "GET", headers } = request;
    const onward = http.request(new URL(path, this.server), {
      method,
      headers: { ...headers, host: this.server.host },
    });
    onward.on("response", async (answer) => {
      if (answer.statusCode !== 200 || !this.keeps(path)) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const { "transfer-encoding": _, ...kept } = answer.headers;
      try {
        const body = await buffer(answer);
        this.#answers.set(path, { headers: kept, body });
        response.writeHead(200, kept).end(body);
      } catch {
        response.destroy(); // The page or the server went away in the middle.
      }
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}
