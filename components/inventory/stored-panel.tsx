"use client";

import { useEffect, useRef } from "react";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import type { Stored } from "./store-dialog";

/** What was stored, and the way to the node. */
export function StoredPanel({ nodeId, stored }: { nodeId: string; stored: Stored }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const review = stored.intoReview > 0 ? " Re-affirm what went into review on the node's page." : "";
  return (
    <section ref={panel} tabIndex={-1} aria-label="Stored" className="rounded-md">
      <Callout tone="ok" role="status" title={`Stored: ${stored.counts}`}>
        <p>
          {stored.changed
            ? `The topology is generation ${stored.topologyGen}.${review}`
            : "The same units as before: nothing changed."}
        </p>
        <p className="pt-2">
          <ButtonLink href={`/nodes/${nodeId}`} size="sm">
            Go to the node
          </ButtonLink>
        </p>
      </Callout>
    </section>
  );
}
