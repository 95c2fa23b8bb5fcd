import type { ReactNode } from "react";
import { LiveProvider } from "@/components/live/live";
import { Shell } from "@/components/shell/shell";
import { TrpcProvider } from "@/components/trpc/client";
import { ClockProvider } from "@/components/ui/clock";
import { requireSession } from "@/server/trpc/server";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  return (
    <ClockProvider now={new Date().toISOString()}>
      <TrpcProvider>
        <LiveProvider>
          <Shell session={session}>{children}</Shell>
        </LiveProvider>
      </TrpcProvider>
    </ClockProvider>
  );
}
