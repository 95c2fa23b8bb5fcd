import { metrics } from "@/server/metrics";
import { tracing } from "@/server/tracing";

/** Takes the lock of a node, with what is read in the same round trip, and notes how long that took. */
export async function timedLock<T>(lock: () => Promise<T>): Promise<T> {
  const done = metrics().lockSeconds.startTimer();
  try {
    return await (tracing()?.within("node lock", lock) ?? lock());
  } finally {
    done();
  }
}
