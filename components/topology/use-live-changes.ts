import { useEffect, useRef } from "react";
import type { NodeView } from "@/server/contract/console";
import { type Change, changesBetween, changesText, mergeChanges, spokenOf } from "./announcements";
import { type Pace, useAnnouncer } from "./use-announcer";

/** Changes may come twenty times a second: nobody can listen to that. */
const PACE: Pace = { delay: 400, gap: 4_000 };

/** Text for a live region that tells what changed on the machine: the focused unit first and in full. */
export function useLiveChanges(
  view: NodeView,
  focusedId: string | undefined,
  selectedIds: ReadonlySet<string>,
  platformOrgId?: string,
): string {
  const [text, say] = useAnnouncer(PACE);
  const known = useRef<ReturnType<typeof spokenOf>>(undefined);
  const waiting = useRef<Change[]>([]);
  const attention = useRef({ focusedId, selectedIds });

  useEffect(() => {
    attention.current = { focusedId, selectedIds };
  }, [focusedId, selectedIds]);

  useEffect(() => {
    const now = spokenOf(view, platformOrgId);
    const fresh = known.current ? changesBetween(known.current, now) : [];
    known.current = now;
    if (fresh.length === 0) return;
    waiting.current = mergeChanges(waiting.current, fresh);
    say("changes", () => {
      const told = changesText(waiting.current, attention.current);
      waiting.current = [];
      return told;
    });
  }, [view, platformOrgId, say]);
  return text;
}
