import { type Database, transact } from "@/db/client";
import { refreshStaleOffers } from "@/db/queries/catalog";

/** Few enough that nobody waits long for a node of the batch. */
const BATCH = 50;

/**
 * Writes down what nodes offer where terms have begun or ended since it was written down. Nothing depends on it: until
 * then readers work it out for themselves (contract, section 2). Answers how many nodes were written.
 */
export async function refreshOffers(db: Database): Promise<number> {
  for (let total = 0; ; ) {
    const refreshed = await transact(db, (trx) => refreshStaleOffers(trx, BATCH));
    total += refreshed;
    if (refreshed < BATCH) return total;
  }
}
