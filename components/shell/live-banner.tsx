"use client";

import { useLive } from "../live/live";
import { StaleBanner } from "../patterns/stale-banner";

/** Says when the pages no longer hear of changes, by the server's clock. */
export function LiveBanner() {
  return <StaleBanner since={useLive().since} />;
}
