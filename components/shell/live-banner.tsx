"use client";

import { useEffect, useState } from "react";
import { useLive } from "../live/live";
import { StaleBanner } from "../patterns/stale-banner";
import { serverNow } from "../ui/clock";

/** Says when the pages no longer hear of changes, by the server's clock. */
export function LiveBanner() {
  const isLost = useLive().status === "lost";
  const [since, setSince] = useState<string>();
  useEffect(() => setSince(isLost ? new Date(serverNow()).toISOString() : undefined), [isLost]);
  return <StaleBanner since={since} />;
}
