"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/trpc/router";

const context = createTRPCContext<AppRouter>();
export const useTRPC = context.useTRPC;
export const useTRPCClient = context.useTRPCClient;

const URL_PATH = "/api/trpc";

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => failures < 2 && !isRefusal(error) },
      mutations: { retry: false },
    },
  });
}

/** A refusal is an answer, not an accident: asking again gives the same. */
function isRefusal(error: unknown): boolean {
  const data = (error as { data?: { httpStatus?: number } } | null)?.data;
  return data?.httpStatus !== undefined && data.httpStatus < 500 && data.httpStatus !== 429;
}

function makeClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (op) => op.type === "subscription",
        true: httpSubscriptionLink({ url: URL_PATH }),
        false: httpBatchLink({ url: URL_PATH, maxURLLength: 4000, maxItems: 10 }),
      }),
    ],
  });
}

/** Gives pages the console's calls, typed by the server's router. */
export function TrpcProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={queryClient}>
      <context.TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </context.TRPCProvider>
    </QueryClientProvider>
  );
}
