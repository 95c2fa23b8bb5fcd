import type { WireAnswer, WireRequest } from "./wire";

async function readLimited(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** For hostings that hand over a web Request (the route mounted in the app); behaves like the node adapter. */
export function fromWebRequest(request: Request): WireRequest {
  const url = new URL(request.url);
  let reading: Promise<Uint8Array | undefined> | undefined;
  let arrived = false;
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    header: (name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [value];
    },
    body: (limit) => {
      reading ??= readLimited(request, limit).finally(() => {
        arrived = true;
      });
      return reading;
    },
    bodyArrived: () => arrived,
    source: "",
  };
}

export function toWebResponse(method: string, reply: WireAnswer): Response {
  const bare = method === "HEAD" || reply.status === 204;
  return new Response(bare ? null : reply.body, { status: reply.status, headers: reply.headers });
}
