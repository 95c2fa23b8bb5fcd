/** The least that answers a read over HTTP: node:http, pg, one prepared query, JSON. What REST reads are held against. */
import { createServer } from "node:http";
import pg from "pg";

interface Route {
  /** The query's text, and where in the path its values stand. */
  text: string;
  values: number[];
}

const { DATABASE_URL, BARE_ROUTES = "{}" } = process.env;
const routes = JSON.parse(BARE_ROUTES) as Record<string, Route>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16, options: "-c timezone=UTC" });
pool.on("error", () => undefined);

const server = createServer(async (request, response) => {
  if (request.url === "/nothing") {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 2 }).end("{}");
    return;
  }
  const segments = (request.url ?? "").split("/");
  const name = String(segments.length) + segments.at(-1)?.slice(0, 3);
  const route = routes[name];
  if (!route) {
    response.writeHead(404).end();
    return;
  }
  const { rows } = await pool.query({ name, text: route.text, values: route.values.map((at) => segments[at]) });
  const body = JSON.stringify(rows[0]);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }).end(body);
});

server.listen({ port: Number(process.env.PORT), host: "127.0.0.1", backlog: 4096 }, () =>
  process.send?.({ ready: true }),
);
process.on("disconnect", () => process.exit(0));
