import { metrics } from "@/server/metrics";

/** Takes the lock of a node, and notes how long that took. */
export async function timedLock(lock: () => Promise<boolean>): Promise<boolean> {
  const done = metrics().lockSeconds.startTimer();
  try {
    return await lock();
  } finally {
    done();
  }
}
