/** How two GPUs of a machine are joined, as `nvidia-smi topo -m` and its like print it. */
export interface Link {
  a: string;
  b: string;
  type: string;
}

/** How good the links within a set of GPUs are: the worst one counts first, then all together. */
export interface LinkQuality {
  worst: number;
  sum: number;
}

const RANKS = new Map(["SYS", "NODE", "PHB", "PXB", "PIX", "XGMI"].map((type, index) => [type, index + 1]));
const NVLINK = 100;

/** NVLink by the number of its lanes, then XGMI, then ever longer ways over PCIe; 0 where nothing is known. */
export function linkRank(type: string): number {
  const lanes = /^NV(\d{1,3})$/.exec(type);
  return lanes ? NVLINK + Number(lanes[1]) : (RANKS.get(type) ?? 0);
}

/** Ranks of the links of one machine, either way round. */
export class LinkTable {
  readonly #ranks = new Map<string, number>();
  /** The best rank on the machine: no set can do better. */
  readonly best: number;

  constructor(links: readonly Link[]) {
    let best = 0;
    for (const { a, b, type } of links) {
      const rank = linkRank(type);
      this.#ranks.set(`${a} ${b}`, rank);
      this.#ranks.set(`${b} ${a}`, rank);
      best = Math.max(best, rank);
    }
    this.best = best;
  }

  quality(gpus: readonly string[]): LinkQuality {
    let [worst, sum] = [this.best, 0];
    gpus.forEach((a, index) => {
      for (const b of gpus.slice(index + 1)) {
        const rank = this.#ranks.get(`${a} ${b}`) ?? 0;
        worst = Math.min(worst, rank);
        sum += rank;
      }
    });
    return { worst, sum };
  }
}

/** Less than 0 where `a` is better. */
export const byLinks = (a: LinkQuality, b: LinkQuality): number => b.worst - a.worst || b.sum - a.sum;
