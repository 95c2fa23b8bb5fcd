import type { Executor } from "@/db/client";
import { type FoundWorkload, findWorkload, type WorkloadAccess } from "@/db/queries/workloads";
import { notFound } from "@/server/domain/errors";
import { type Context, scopeOf } from "./context";

/** A workload that the caller may reach in that way; not found otherwise, and where it is of another kind. */
export async function findWorkloadFor(
  ctx: Context,
  db: Executor,
  kind: "vm" | "pod",
  workloadId: string,
  access: WorkloadAccess,
): Promise<FoundWorkload> {
  const row = await findWorkload(db, kind, workloadId, access, scopeOf(ctx));
  if (!row) throw notFound();
  return row;
}
