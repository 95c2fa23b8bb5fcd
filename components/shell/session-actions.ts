"use client";

import { useMutation } from "@tanstack/react-query";
import { readProblem } from "../patterns/problem";
import { useTRPC } from "../trpc/client";
import { toast } from "../ui/toast";
import { NAV_ITEMS } from "./nav-items";

const HOME = NAV_ITEMS[0]?.href ?? "/";

const say = (title: string) => (error: unknown) => toast({ title, detail: readProblem(error).message, tone: "danger" });

/** Signing out and changing the org. Both load the page anew: nothing of the session before stays in memory. */
export function useSessionActions() {
  const trpc = useTRPC();
  const signOut = useMutation(
    trpc.session.signOut.mutationOptions({
      onSuccess: () => window.location.assign("/sign-in"),
      onError: say("Could not sign out"),
    }),
  );
  const switchOrg = useMutation(
    trpc.session.switchOrg.mutationOptions({
      onSuccess: () => window.location.assign(HOME),
      onError: say("Could not change the org"),
    }),
  );
  return { signOut: () => signOut.mutate(), switchOrg: (orgId: string) => switchOrg.mutate({ orgId }) };
}
