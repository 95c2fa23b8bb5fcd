"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { digestOf, ErrorState } from "@/components/ui/states";

const FIRST_LOOK_MS = 2_000;
/** Not all open pages at once, when the database is back. */
const SPREAD_MS = 1_000;

const isReady = () =>
  fetch("/ready", { cache: "no-store" }).then(
    (reply) => reply.ok,
    () => false,
  );

/** Whether the server is without its database; looks until it has it again, and then calls back. */
function useAway(onBack: () => void): boolean {
  const [isAway, setAway] = useState(false);
  const back = useEffectEvent(onBack);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (wasAway: boolean) => {
      const ready = await isReady();
      if (isOver) return;
      setAway(!ready);
      if (!ready) timer = setTimeout(() => look(true), FIRST_LOOK_MS + SPREAD_MS * Math.random());
      else if (wasAway) back();
    };
    look(false);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return isAway;
}

interface PageFailureProps {
  error: unknown;
  retry: () => void;
}

/** In place of a page that could not be drawn. Where the database is away it comes back by itself, like a page asked for then. */
export function PageFailure({ error, retry }: PageFailureProps) {
  const isAway = useAway(retry);
  if (isAway) {
    return (
      <ErrorState title="Holdfast is not available right now" onRetry={retry}>
        The database can’t be reached. What was saved is kept. This page looks every few seconds and loads by itself as
        soon as it can.
      </ErrorState>
    );
  }
  return (
    <ErrorState title="This page could not be shown" requestId={digestOf(error)} onRetry={retry}>
      Something went wrong here, not with what you did. Nothing was changed by opening it.
    </ErrorState>
  );
}
