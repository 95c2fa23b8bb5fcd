import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import next from "next";
import { underDeadline } from "@/db/deadline";
import { forgetIdempotent } from "@/db/queries/idempotency";
import { watchRequest } from "./access-log";
import { bootstrap } from "./auth/bootstrap";
import { awayAnswer, awayInstead } from "./away-page";
import { limitBody } from "./body-limit";
import { clientAddress } from "./client-address";
import { deadlineOf, type RequestDeadline } from "./deadline";
import { Drain } from "./drain";
import { EnvError, env, type ServerEnv } from "./env";
import { events } from "./events";
import { makeReadable } from "./framework-input";
import { log } from "./log";
import { replaceFailure } from "./replace-failure";
import { sendAnswer, splitTarget, toWireRequest } from "./rest/node-adapter";
import { answerPlain } from "./rest/plain";
import { answerProtocolError, answerUnknownProtocol, malformedAnswer } from "./rest/protocol-errors";
import { answerRest } from "./rest/rest";
import type { WireAnswer } from "./rest/wire";
import { checkPooler, runtime } from "./runtime";
import { secure } from "./security-headers";
import { refreshOffers } from "./services/refresh-offers";
import { traceWith, tracing } from "./tracing";
import { answerConsole, CONSOLE_CALLS } from "./trpc/door";
import { Turns } from "./turns";

const HEADERS_TIMEOUT_MS = 10_000;
/** How often it is looked who takes too long: by default half a minute apart. */
const LOOK_MS = 2_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
/** Connections that come at once, all consoles after a restart: beyond this, and by default beyond 511, they wait seconds. */
const BACKLOG = 4096;
const TIDY_MS = 60 * 60 * 1000;
const OFFERS_MS = 30_000;

type Handler = (request: IncomingMessage, response: ServerResponse, deadline: RequestDeadline) => Promise<void>;
/** The framework, or an answer in its place. */
type Pages = (
  request: IncomingMessage,
  response: ServerResponse,
  asked: { path: string; client: string; deadline: RequestDeadline; send: (answer: WireAnswer) => void },
) => Promise<WireAnswer | undefined>;

/** `/v1` and its neighbours are answered before the framework sees them: it would cost most of the time. */
function route(pages: Pages, { accessLog: isLogged, trustedProxies }: ServerEnv): Handler {
  return async (request, response, deadline) => {
    const { path } = splitTarget(request.url ?? "/");
    const client = clientAddress(
      trustedProxies,
      request.socket.remoteAddress,
      request.headersDistinct["x-forwarded-for"],
    );
    const watched = watchRequest(request, response, { path, client, isLogged });
    const within = <T>(work: () => T): T => (watched.trace ? watched.trace.run(work) : work());
    const send = (reply: WireAnswer) => {
      watched.about = reply.about ?? {};
      sendAnswer(request, response, reply);
    };
    const malformed = malformedAnswer(request);
    if (malformed) return send(malformed);
    const plain = answerPlain(path, request.method ?? "GET", request.headers.authorization);
    if (plain) send(await plain);
    else if (path === "/v1" || path.startsWith("/v1/"))
      send(await within(() => answerRest(toWireRequest(request, client))));
    else {
      const tooLarge = limitBody(request);
      if (tooLarge) return send(tooLarge);
      const instead = await within(() => pages(request, response, { path, client, deadline, send }));
      if (instead) send(instead);
    }
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** Stops taking requests, lets those in flight finish, then gives the connections to the database back. */
function stopOnSignal(server: Server, drain: Drain): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    events().close();
    await drain.end(server);
    await runtime().db.destroy();
    await tracing()?.stop();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Runs a chore now and then, one at a time: what fails is tried again the next time. */
function everyNowAndThen(ms: number, chore: () => Promise<unknown>, what: string): void {
  let isBusy = false;
  const run = async () => {
    if (isBusy) return;
    isBusy = true;
    await chore().catch((error: unknown) => log.warn({ err: error }, `${what} failed`));
    isBusy = false;
  };
  setInterval(run, ms).unref();
}

/** Before anything that could be traced is made. The libraries for it are loaded only where somebody collects. */
async function startTracing(): Promise<void> {
  const settings = env().tracing;
  if (!settings) return;
  const { otlpTracing } = await import("./otlp");
  traceWith(otlpTracing(settings));
}

async function main(): Promise<void> {
  await startTracing();
  const { env, db } = runtime();
  await checkPooler();
  if (env.bootstrapApiKey) await bootstrap(db, env.bootstrapApiKey);
  const app = next({ dev: env.dev, hostname: env.host, port: env.port });
  await app.prepare();
  const handle = app.getRequestHandler();
  const handler = route(async (request, response, { path, client, deadline, send }) => {
    secure(request, response, client, env.dev);
    // While the code is worked on, the framework loads it anew after each change.
    if (path.startsWith(CONSOLE_CALLS) && !env.dev) {
      await answerConsole(request, response, path);
      return undefined;
    }
    const away = await awayAnswer(db, request, path);
    if (away) return away;
    makeReadable(request);
    replaceFailure(response, () => awayInstead(request, path, deadline.failure), send);
    await handle(request, response);
    return undefined;
  }, env);
  const turns = new Turns();
  const drain = new Drain();
  const onRequest = (req: IncomingMessage, res: ServerResponse) => {
    drain.watch(res);
    const deadline = deadlineOf(req, res);
    const answer = () =>
      underDeadline(deadline, () => handler(req, res, deadline)).catch((error: unknown) => {
        log.error({ err: error }, "a request failed outside its handler");
        if (!res.headersSent) res.writeHead(500);
        res.end();
      });
    turns.begin(answer);
  };
  // A missing Host and an unknown Expect would be answered by the HTTP server itself, in a shape that is not ours.
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_MS,
      requireHostHeader: false,
    },
    onRequest,
  );
  server.on("checkExpectation", onRequest);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on("clientError", answerProtocolError);
  server.on("connect", answerUnknownProtocol);
  if (env.dev) server.on("upgrade", app.getUpgradeHandler());
  await listen(server, env.host, env.port);
  stopOnSignal(server, drain);
  everyNowAndThen(TIDY_MS, () => forgetIdempotent(db), "forgetting old answers");
  everyNowAndThen(OFFERS_MS, () => refreshOffers(db), "writing down what nodes offer");
}

main().catch((error: unknown) => {
  // For whoever set it: one sentence, whatever LOG_LEVEL says.
  if (error instanceof EnvError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, "the server could not start");
  process.exit(1);
});
