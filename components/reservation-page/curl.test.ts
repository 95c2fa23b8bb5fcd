import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { operations } from "@/server/contract/operations";
import { curlCalls } from "./curl";

const reservation = { id: "res_1", nodeId: "node_1", reservedUnitIds: ["0000:01:00.0", "0000:02:00.0"] };
const BASE = "http://host:3000/v1/nodes/node_1/reservations/res_1";

/** What a shell makes of a command: the arguments that curl would get. */
function argumentsOf(command: string): string[] {
  const script = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${command}`;
  const env = { ...process.env, HOLDFAST_KEY: "vl_key", PLAN: "plan_1" };
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("calls as commands", () => {
  const calls = curlCalls("http://host:3000", reservation, []);
  const sent = (id: string, chosen: string[] = [], subject: Parameters<typeof curlCalls>[1] = reservation) => {
    const found = curlCalls("http://host:3000", subject, chosen).find((each) => each.id === id);
    const parts = argumentsOf(found?.command ?? "");
    const body = parts.includes("-d") ? parts[parts.indexOf("-d") + 1] : undefined;
    return { url: parts.find((part) => part.startsWith("http")), body: body && JSON.parse(body), parts };
  };

  it("read as the shell reads them: address, key from the environment, JSON", () => {
    expect(argumentsOf(calls[0]?.command ?? "")).toEqual(["-sS", BASE, "-H", "Authorization: Bearer vl_key"]);
    expect(sent("release")).toMatchObject({
      url: `${BASE}/release`,
      body: { unitIds: reservation.reservedUnitIds },
    });
    expect(sent("release").parts).toContain("Content-Type: application/json");
    expect(sent("reclaim").body).toEqual({ unitIds: reservation.reservedUnitIds, expectPlan: "plan_1" });
    expect(sent("change").body).toEqual({ endsAt: null });
  });

  it("have bodies that the calls take", () => {
    const bodies = {
      change: operations.changeReservation,
      release: operations.releaseUnits,
      preview: operations.reclaimUnits,
      reclaim: operations.reclaimUnits,
      cancel: operations.cancelReservation,
      reaffirm: operations.reaffirmReservation,
    };
    for (const [id, { body }] of Object.entries(bodies)) {
      expect(body?.safeParse(sent(id, ["0000:01:00.0"]).body).error, id).toBeUndefined();
    }
  });

  it("are about the chosen units; a cancel of all of them names none", () => {
    expect(sent("preview", ["0000:02:00.0"]).body).toEqual({ unitIds: ["0000:02:00.0"], dryRun: true });
    expect(sent("cancel", ["0000:02:00.0"]).body).toEqual({ unitIds: ["0000:02:00.0"] });
    expect(sent("cancel", [...reservation.reservedUnitIds]).body).toEqual({});
  });

  it("never hold a key, and quote whatever an id may be", () => {
    expect(calls.map((each) => each.command).join()).not.toContain("vl_");
    expect(sent("read", [], { ...reservation, id: "it's $HOME" }).url).toBe(
      "http://host:3000/v1/nodes/node_1/reservations/it's%20%24HOME",
    );
  });
});
