import { findSession, type SignedIn } from "../auth/session";
import { Refusal } from "../domain/errors";

/** How often whatever goes on for long asks whether it still may. */
export const RECHECK_MS = 20_000;

/** Whether a request's session still is what it was: the same org, and the same role in it. */
export async function isSameSession(headers: Headers, session: SignedIn): Promise<boolean> {
  const now = await findSession(headers);
  return now !== undefined && now.org.orgId === session.org.orgId && now.org.role === session.org.role;
}

/** The pieces of a long download, which must not outlive its session: whether it may go on is asked now and then. */
export async function* whileSignedIn(
  pieces: AsyncGenerator<string>,
  isStillSame: () => Promise<boolean>,
  clock: () => number = Date.now,
): AsyncGenerator<string> {
  let checked = clock();
  for await (const piece of pieces) {
    if (clock() - checked >= RECHECK_MS) {
      if (!(await isStillSame())) throw new Refusal("unauthorized", "The session ended in the middle of the export.");
      checked = clock();
    }
    yield piece;
  }
}
