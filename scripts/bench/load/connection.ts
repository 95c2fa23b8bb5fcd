import { connect, type Socket } from "node:net";

export interface Reply {
  status: number;
  body: string;
}

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/** A whole answer at the front of what has arrived; undefined while some of it is missing. */
function parse(text: string): Reply | undefined {
  const head = text.indexOf(HEAD_END);
  if (head < 0) return undefined;
  const start = head + HEAD_END.length;
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, start))?.[1];
  if (length !== undefined) {
    return text.length >= start + Number(length) ? { status, body: text.slice(start) } : undefined;
  }
  return text.endsWith(LAST_CHUNK) ? { status, body: text.slice(start) } : undefined;
}

/**
 * One kept-alive connection that asks one thing at a time. It reads no more of HTTP than it must: what measures must
 * cost little beside what is measured.
 */
export class Connection {
  readonly #socket: Socket;
  #arrived = "";
  #answer: ((reply: Reply) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => this.#take(chunk.toString("latin1")));
    socket.on("error", (error) => this.#fail?.(error));
    socket.on("close", () => this.#fail?.(new Error("the server closed the connection")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Connection(socket)));
    });
  }

  #take(chunk: string): void {
    this.#arrived += chunk;
    const reply = parse(this.#arrived);
    if (!reply) return;
    this.#arrived = "";
    this.#answer?.(reply);
  }

  ask(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#answer = resolve;
      this.#fail = reject;
      this.#socket.write(request, "latin1");
    });
  }

  close(): void {
    this.#fail = undefined;
    this.#socket.destroy();
  }
}

/** A request as it goes over the wire. */
export function requestText(method: "GET" | "POST", path: string, key: string, body?: unknown): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
