import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { Refusal } from "../domain/errors";
import { log } from "../log";
import { refusalOf } from "../services/shared/database-errors";
import { TRPC_CODE } from "./init";

/** The answer of a download that was refused or failed before it began. */
export function refused(error: unknown, requestId: string): Response {
  const refusal = refusalOf(error);
  if (!refusal) log.error({ err: error, requestId }, "an export failed");
  const { code, message, details } =
    refusal ?? new Refusal("internal", "Something went wrong here; the request id identifies it in our log.");
  const status = getHTTPStatusCodeFromError(new TRPCError({ code: TRPC_CODE[code] }));
  return Response.json({ error: message, code, details }, { status, headers: { "X-Request-Id": requestId } });
}

/**
 * A file that is read as it is sent, a piece when the one before has gone to the reader. The first is read before there is
 * an answer: until then what goes wrong can still be told, and afterwards a file can only break off.
 */
export async function download(pieces: AsyncGenerator<string>, headers: Record<string, string>): Promise<Response> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string>> | undefined = Promise.resolve(await pieces.next());
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await (next ?? pieces.next());
          next = undefined;
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          if (!refusalOf(error)) log.error({ err: error }, "an export broke off");
          controller.error(error);
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "Cache-Control": "no-store", ...headers } });
}
