/** The product on a hosting that runs the framework alone: `/v1` comes to the mounted route. */
import { createServer } from "node:http";
import next from "next";

const app = next({ dev: false, hostname: "127.0.0.1", port: Number(process.env.PORT) });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
server.listen({ port: Number(process.env.PORT), host: "127.0.0.1", backlog: 4096 }, () =>
  process.send?.({ ready: true }),
);
process.on("disconnect", () => process.exit(0));
