import type { Finding } from "./finding";
import { House } from "./world";

const ALPHA_Z = 4;
/** Less than this can't be told apart over a network, whatever its significance. */
const MATTERS_MS = 0.25;

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

/** How many standard errors two samples are apart by rank (Mann and Whitney): no outlier moves it far. */
function apart(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((ms) => ({ ms, own: true })), ...b.map((ms) => ({ ms, own: false }))];
  all.sort((x, y) => x.ms - y.ms);
  const ranks = all.reduce((sum, each, index) => sum + (each.own ? index + 1 : 0), 0);
  const mean = (a.length * (a.length + b.length + 1)) / 2;
  return (ranks - mean) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
}

/** Whether a stranger's 404 about a thing that exists takes another time than one about nothing. */
export async function timeOfHiding(rounds: number): Promise<Finding> {
  const { house, close } = await House.open(1);
  try {
    const { world } = house;
    const node = await world.newNode(40);
    const [audience, stranger] = [await world.newOrg(), await world.newOrg()];
    const made = await world.reserve(node, node.unitIds.slice(0, 20), [audience]);
    const none = { node: node.id.replace(/.{6}$/, "ffffff"), reservation: made.id.replace(/.{6}$/, "ffffff") };
    const body = JSON.stringify({ unitIds: [node.unitIds[0]] });
    const headers = { "Content-Type": "application/json" };
    const pairs: [string, string, string, string][] = [
      ["read a node", "GET", `/v1/nodes/${node.id}`, `/v1/nodes/${none.node}`],
      ["list units", "GET", `/v1/nodes/${node.id}/reservations/units`, `/v1/nodes/${none.node}/reservations/units`],
      [
        "release",
        "POST",
        `/v1/nodes/${node.id}/reservations/${made.id}/release`,
        `/v1/nodes/${none.node}/reservations/${none.reservation}/release`,
      ],
    ];
    const found: string[] = [];
    const details: Record<string, number> = {};
    const time = async (method: string, path: string) => {
      const from = performance.now();
      const { status } = await stranger.api.raw(method, path, method === "GET" ? {} : { body, headers });
      if (status !== 404) found.push(`${method} ${path} answered ${status}`);
      return performance.now() - from;
    };
    for (const [what, method, real, nothing] of pairs) {
      const [a, b]: [number[], number[]] = [[], []];
      for (let round = -100; round < rounds; round += 1) {
        // In an order that changes, so that neither is always the one after the other.
        const [first, second] = round % 2 === 0 ? [real, nothing] : [nothing, real];
        const [one, two] = [await time(method, first), await time(method, second)];
        if (round < 0) continue;
        a.push(first === real ? one : two);
        b.push(first === real ? two : one);
      }
      const z = apart(a, b);
      const gap = median(a.toSorted((x, y) => x - y)) - median(b.toSorted((x, y) => x - y));
      details[`${what}: median gap in microseconds`] = Math.round(gap * 1000);
      if (Math.abs(z) > ALPHA_Z && Math.abs(gap) > MATTERS_MS)
        found.push(`${what}: ${gap.toFixed(3)} ms apart, z ${z.toFixed(1)}`);
    }
    return {
      what: "time of a 404 about something against one about nothing",
      amount: `${rounds * pairs.length * 2} requests`,
      found,
      details,
    };
  } finally {
    await close();
  }
}
