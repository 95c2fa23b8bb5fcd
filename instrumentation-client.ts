import { type Leaving, startLeaving } from "@/components/patterns/leaving";

/** The framework calls it for each page that it is asked for. */
export function onRouterTransitionStart(_url: string, by: Leaving): void {
  startLeaving(by);
}
