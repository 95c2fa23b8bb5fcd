import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../domain/errors";
import type { WireAnswer, WireRequest } from "./wire";

/** Reads a body once, up to a limit; a larger one is read on and thrown away, so that the peer can hear the answer. */
function bodyReader(message: IncomingMessage): { read: WireRequest["body"]; arrived: () => boolean } {
  let reading: Promise<Uint8Array | undefined> | undefined;
  let arrived = false;
  const start = (limit: number) =>
    new Promise<Uint8Array | undefined>((resolve, reject) => {
      const chunks: Buffer[] = [];
      let size = 0;
      message.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) chunks.push(chunk);
        else {
          chunks.length = 0;
          resolve(undefined);
        }
      });
      message.on("end", () => {
        arrived = true;
        resolve(size <= limit ? Buffer.concat(chunks) : undefined);
      });
      message.on("close", () => {
        if (!arrived) reject(new Refusal("invalid_request", "The request ended before its body did."));
      });
    });
  const read = (limit: number) => {
    reading ??= start(limit);
    return reading;
  };
  return { read, arrived: () => arrived };
}

/** Path and query of a request target, which may also be a whole address. */
export function splitTarget(target: string): { path: string; query: string } {
  const rest = target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = rest.indexOf("?");
  const path = mark < 0 ? rest : rest.slice(0, mark);
  return { path: path === "" ? "/" : path, query: mark < 0 ? "" : rest.slice(mark + 1) };
}

export function toWireRequest(message: IncomingMessage, source: string): WireRequest {
  const { path, query } = splitTarget(message.url ?? "/");
  const body = bodyReader(message);
  return {
    method: message.method ?? "GET",
    path,
    query,
    header: (name) => message.headersDistinct[name] ?? [],
    body: body.read,
    bodyArrived: body.arrived,
    source,
  };
}

const LINGER_MS = 2_000;

/** Writes an answer. Where the request's body was not read to its end, the connection ends with the answer. */
export function sendAnswer(message: IncomingMessage, response: ServerResponse, reply: WireAnswer): void {
  const length = Buffer.byteLength(reply.body);
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (reply.status !== 204) response.setHeader("Content-Length", length);
  if (!message.complete) response.setHeader("Connection", "close");
  response.writeHead(reply.status);
  const end = () => response.end(message.method === "HEAD" ? undefined : reply.body);
  if (message.complete) {
    end();
    return;
  }
  // Closing with unread bytes resets the connection, and the peer would never see why it was refused.
  const timer = setTimeout(end, LINGER_MS);
  message.once("end", () => {
    clearTimeout(timer);
    end();
  });
  message.once("close", () => clearTimeout(timer));
  message.resume();
}
