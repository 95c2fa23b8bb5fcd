import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { alternate, type Figure, type Row, ratioOf, ratioRow, round } from "../figure";
import { median } from "../load/tally";
import { worksOf } from "./load";
import { CLIENTS, middling, perSecond } from "./rest";

/** Takes what it is handed and keeps nothing, so that making and sending traces is all that costs. */
async function openCollector() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    request.resume().once("end", () => response.writeHead(200, { "Content-Type": "application/json" }).end("{}"));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, requests: () => requests, close };
}

/** What it costs to trace every request, and one in twenty, against not tracing. */
export const traces: Figure = async (stage, settings) => {
  const database = await stage.database(middling(settings));
  const collector = await openCollector();
  const rows: Row[] = [];
  try {
    const traced = (share: string) =>
      stage.server(database, `traced ${share}`, {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_TRACES_SAMPLER_ARG: share,
      });
    const servers = [await stage.server(database), await traced("1"), await traced("0.05")];
    for (const [name, work] of worksOf(database)) {
      const common = { kind: "http", key: database.key, clients: CLIENTS, ms: settings.roundMs, work } as const;
      const at =
        ({ port }: { port: number }) =>
        () =>
          stage.load({ ...common, ports: [port] });
      const [plain = [], all = [], some = []] = await alternate(settings.rounds, servers.map(at));
      for (const [what, outcomes] of [
        ["every request traced", all],
        ["one in twenty traced", some],
      ] as const) {
        const details = `${round(median(perSecond(outcomes)))}/s against ${round(median(perSecond(plain)))}/s`;
        rows.push(ratioRow(`${name}: ${what} : none`, ratioOf(perSecond(outcomes), perSecond(plain)), {}, details));
      }
    }
    if (collector.requests() === 0) throw new Error("no trace was handed over");
  } finally {
    collector.close();
  }
  return rows;
};
