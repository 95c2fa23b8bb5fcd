import { operations } from "../contract/operations";
import { readPart } from "../contract/problems";
import { reservationExportSchema } from "../contract/reservation-list";
import { invalid, Refusal } from "../domain/errors";
import { newId } from "../ids";
import { permit } from "../services/authorize";
import { exportReservations } from "../services/console/list-reservation-rows";
import { download, refused } from "./download";
import { createContext, serviceContext } from "./init";
import { isSameSession, whileSignedIn } from "./while-signed-in";

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
  const { session } = ctx;
  if (!session) throw new Refusal("unauthorized", "Your session has ended; sign in again.");
  const service = serviceContext({ ...ctx, session });
  permit(service, operations.listReservations);
  const pieces = exportReservations(service, readQuery(new URL(request.url).searchParams));
  return whileSignedIn(pieces, () => isSameSession(request.headers, session));
}

/** The reservations list as a download, for the signed-in person; read as it is sent. */
export async function answerReservationsCsv(request: Request): Promise<Response> {
  try {
    const day = new Date().toISOString().slice(0, 10);
    return await download(await start(request), {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="reservations-${day}.csv"`,
    });
  } catch (error) {
    return refused(error, newId("req"));
  }
}
