import type { Trx } from "@/db/client";
import { beginTermination, finishTermination } from "@/db/queries/workloads";

/**
 * Ends running workloads of a node whose lock the transaction holds: running, terminating, terminated. Claims end only
 * with `terminated` (contract, section 1).
 */
export async function terminateWorkloads(trx: Trx, ids: readonly string[], reason: string, now: Date): Promise<void> {
  if (ids.length === 0) return;
  await beginTermination(trx, ids, reason);
  // Here a node agent would be told to stop them, and the rest be done when it reports that they are gone. Without one
  // nothing else has to happen for them to be gone.
  await finishTermination(trx, ids, now);
}
