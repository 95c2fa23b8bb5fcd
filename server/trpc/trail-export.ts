import { z } from "zod";
import { operations } from "../contract/operations";
import { readPart } from "../contract/problems";
import { EXPORT_FORMATS, EXPORT_TOTAL_HEADER, type ExportFormat, trailFilterSchema } from "../contract/trail";
import { invalid, Refusal } from "../domain/errors";
import { newId } from "../ids";
import { permit } from "../services/authorize";
import { exportTrail, type TrailExport } from "../services/console/trail";
import { exportHead, exportLines } from "../services/console/trail-lines";
import { download, refused } from "./download";
import { createContext, serviceContext } from "./init";
import { isSameSession, whileSignedIn } from "./while-signed-in";

const schema = trailFilterSchema.extend({ format: z.enum(EXPORT_FORMATS) });
const TYPES: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8; header=present",
  jsonl: "application/jsonl; charset=utf-8",
};

function readQuery(url: string): z.output<typeof schema> {
  const { searchParams } = new URL(url);
  const action = searchParams.getAll("action");
  const names = [...new Set(searchParams.keys())].filter((name) => name !== "action");
  const raw = Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
  const part = readPart(schema, { ...raw, ...(action.length > 0 && { action }) }, "query");
  if ("problems" in part) throw invalid(part.problems);
  return part.data as z.output<typeof schema>;
}

async function* piecesOf(format: ExportFormat, batches: TrailExport["batches"]): AsyncGenerator<string> {
  let head = exportHead(format);
  for await (const rows of batches) {
    yield head + exportLines(format, rows);
    head = "";
  }
  if (head !== "") yield head;
}

/** The filtered trail as a file: what the page lists, by the same right and the same query. */
export async function exportTrailFile(request: Request): Promise<Response> {
  let requestId = newId("req");
  try {
    const ctx = await createContext(request.headers, new Headers());
    const { session } = ctx;
    requestId = ctx.requestId;
    if (!session) throw new Refusal("unauthorized", "Your session has ended; sign in again.");
    const service = serviceContext({ ...ctx, session });
    permit(service, operations.listNodeAudit);
    const { format, ...filter } = readQuery(request.url);
    const { total, batches } = await exportTrail(service, filter);
    const day = new Date().toISOString().slice(0, 10);
    const pieces = whileSignedIn(piecesOf(format, batches), () => isSameSession(request.headers, session));
    return await download(pieces, {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="holdfast-audit-${day}.${format}"`,
      "X-Request-Id": requestId,
      [EXPORT_TOTAL_HEADER]: String(total),
    });
  } catch (error) {
    return refused(error, requestId);
  }
}
