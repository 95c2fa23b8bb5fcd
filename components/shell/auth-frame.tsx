import type { ReactNode } from "react";
import { TrpcProvider } from "../trpc/client";
import { Logo } from "./logo";

interface AuthFrameProps {
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  children: ReactNode;
}

/** Around the pages before the console. */
export function AuthFrame({ title, lead, children }: AuthFrameProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4 pt-[14vh] pb-10">
      <p className="flex items-center gap-2 pb-8 font-semibold">
        <Logo />
        Holdfast
      </p>
      <h1 className="pb-1 font-semibold text-xl tracking-tight">{title}</h1>
      {lead && <p className="text-ink-muted">{lead}</p>}
      <div className="pt-6">
        <TrpcProvider>{children}</TrpcProvider>
      </div>
      <p className="pt-10 text-ink-muted text-sm">
        For programs there is a REST API at <code>/v1</code>: see its{" "}
        <a href="/docs" className="underline underline-offset-2">
          reference
        </a>
        .
      </p>
    </main>
  );
}
