import { describe, expect, it } from "vitest";
import type { NodeStatus } from "./facts";
import { movesFrom } from "./node-status";

describe("moves of a node's status", () => {
  it("lead from each to all others, and never to itself", () => {
    const statuses: NodeStatus[] = ["online", "draining", "maintenance", "removed"];
    for (const status of statuses) {
      expect(movesFrom(status).map((move) => move.to)).toEqual(statuses.filter((to) => to !== status));
    }
  });
});
