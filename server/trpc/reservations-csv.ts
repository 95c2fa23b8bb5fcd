import { operations } from "../contract/operations";
import { readPart } from "../contract/problems";
import { reservationExportSchema } from "../contract/reservation-list";
import { invalid, Refusal } from "../domain/errors";
import { newId } from "../ids";
import { log } from "../log";
import { permit } from "../services/authorize";
import { exportReservations } from "../services/console/list-reservation-rows";
import { createContext, serviceContext } from "./init";
import { refused } from "./trail-export";

/** The list's query as an address holds it: `status` may stand several times, everything else once. */
function readQuery(params: URLSearchParams) {
  const query: Record<string, unknown> = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    query[name] = name === "status" || values.length > 1 ? values : values[0];
  }
  const part = readPart(reservationExportSchema, query, "query");
  if ("problems" in part) throw invalid(part.problems);
  return part.data;
}

async function start(request: Request): Promise<AsyncGenerator<string>> {
  const ctx = await createContext(request.headers, new Headers());
  if (!ctx.session) throw new Refusal("unauthorized", "Your session has ended; sign in again.");
  const service = serviceContext({ ...ctx, session: ctx.session });
  permit(service, operations.listReservations);
  return exportReservations(service, readQuery(new URL(request.url).searchParams));
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ err: error }, "an export of reservations broke off");
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** The reservations list as a download, for the signed-in person; read as it is sent. */
export async function answerReservationsCsv(request: Request): Promise<Response> {
  try {
    const pieces = await start(request);
    const day = new Date().toISOString().slice(0, 10);
    return new Response(streamOf(pieces), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="reservations-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    return refused(error, newId("req"));
  }
}
