import type { NodeStatus } from "./facts";

/** What an operator can do about a node as a whole. */
export interface StatusMove {
  to: NodeStatus;
  /** The verb on the button. */
  label: string;
  /** What it means, said before it is done. */
  meaning: string;
}

const MOVES: Record<NodeStatus, StatusMove> = {
  online: {
    to: "online",
    label: "Put online",
    meaning: "Its units can be reserved again, and workloads are placed on it again.",
  },
  draining: {
    to: "draining",
    label: "Drain",
    meaning: "Nothing new is placed on it or reserved there. What runs, runs on, and reservations keep their units.",
  },
  maintenance: {
    to: "maintenance",
    label: "Set to maintenance",
    meaning:
      "Nothing new is placed on it or reserved there, and everybody sees that work is done on it. Nothing is stopped: end or move what runs before you take the machine down.",
  },
  removed: {
    to: "removed",
    label: "Remove",
    meaning:
      "It is out of service: nothing is placed on it or reserved there. It stays listed with its history, and nothing that runs is stopped. Putting it online again undoes this.",
  },
};

const ORDER: readonly NodeStatus[] = ["online", "draining", "maintenance", "removed"];

/** The ways out of a status, in the order of how far they go. */
export const movesFrom = (status: NodeStatus): StatusMove[] =>
  ORDER.filter((to) => to !== status).map((to) => MOVES[to]);
