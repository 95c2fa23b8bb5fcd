import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { MOST_IN_A_BATCH } from "@/server/contract/batch";
import { createTransportContext } from "@/server/trpc/init";
import { appRouter } from "@/server/trpc/router";

export const dynamic = "force-dynamic";

function handle(request: Request): Promise<Response> {
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    maxBatchSize: MOST_IN_A_BATCH,
    createContext: ({ resHeaders }) => createTransportContext(request.headers, resHeaders),
  });
}

export { handle as GET, handle as POST };
