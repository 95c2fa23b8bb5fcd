import { AsyncLocalStorage } from "node:async_hooks";

/** When somebody who waits for an answer is to have one, whatever it is. */
export interface Deadline {
  /** Milliseconds until then. */
  left(): number;
  /** Told of each failure of the database on her behalf. */
  failed?(error: unknown): void;
}

// On the global object: the framework bundles its routes apart from the server's own modules, and both need one.
const shared = globalThis as typeof globalThis & { __holdfastDeadline?: AsyncLocalStorage<Deadline> };

function storage(): AsyncLocalStorage<Deadline> {
  shared.__holdfastDeadline ??= new AsyncLocalStorage();
  return shared.__holdfastDeadline;
}

/** Does work for which no wait for the database may outlast the deadline by more than a moment. */
export const underDeadline = <T>(deadline: Deadline, work: () => T): T => storage().run(deadline, work);

/** Tells whoever waits for an answer, if anybody does, that the database failed her. */
export const tellFailure = (error: unknown): void => storage().getStore()?.failed?.(error);

/** A database that still answers is waited for a little beyond the deadline, in all of its waits together. */
const GRACE_MS = 800;
/** After that it has to answer each time within so many milliseconds. */
const LAST_MS = 200;

/** Milliseconds that the caller may wait for the database once more; without end where nobody waits for an answer. */
export function timeLeft(): number {
  const deadline = storage().getStore();
  if (!deadline) return Number.POSITIVE_INFINITY;
  const left = deadline.left();
  return Math.max(left, Math.min(GRACE_MS, GRACE_MS + left), LAST_MS);
}

/** The time for an answer was over before there was a connection to the database. Nothing was done. */
export class LateError extends Error {
  override readonly name = "LateError";
  readonly code = "ETIMEDOUT";
}

/** What was promised, or a LateError when the time is up; what comes later is handed to `tooLate`. */
export function inTime<T>(promised: Promise<T>, tooLate: (value: T) => void): Promise<T> {
  const left = timeLeft();
  if (left === Number.POSITIVE_INFINITY) return promised;
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new LateError("no connection to the database in time"));
    }, left);
    promised.then(
      (value) => {
        clearTimeout(timer);
        if (isOver) tooLate(value);
        else resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
