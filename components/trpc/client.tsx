"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import { MOST_IN_A_BATCH } from "@/server/contract/batch";
import type { AppRouter } from "@/server/trpc/router";
import { ConsoleQueryClient } from "./query-client";

const context = createTRPCContext<AppRouter>();
export const useTRPC = context.useTRPC;
export const useTRPCClient = context.useTRPCClient;

const URL_PATH = "/api/trpc";

function makeClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === "subscription",
        true: httpSubscriptionLink({ url: URL_PATH }),
        false: httpBatchLink({ url: URL_PATH, maxURLLength: 4000, maxItems: MOST_IN_A_BATCH }),
      }),
    ],
  });
}

/** Gives pages the console's calls, typed by the server's router. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new ConsoleQueryClient());
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}
