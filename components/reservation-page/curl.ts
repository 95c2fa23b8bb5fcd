import type { ReservationView } from "@/server/contract/console";

export interface CurlCall {
  id: "read" | "change" | "release" | "preview" | "reclaim" | "cancel" | "reaffirm";
  name: string;
  /** What has to be known before it is sent. */
  note?: string;
  command: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The key is named and never written out: what is copied can be kept in a ticket. */
const AUTHORIZATION = '-H "Authorization: Bearer $HOLDFAST_KEY"';

function call(method: "GET" | "POST" | "PATCH", url: string, body?: string): string {
  const lines = [`curl -sS ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`, AUTHORIZATION];
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${body}`);
  return lines.join(" \\\n  ");
}

type Subject = Pick<ReservationView, "id" | "nodeId" | "reservedUnitIds" | "endsAt">;

/** Every call about a reservation as a command, with its real ids: about the chosen units, or all of them. */
export function curlCalls(origin: string, reservation: Subject, chosen: readonly string[]): CurlCall[] {
  const { id, nodeId, reservedUnitIds, endsAt = null } = reservation;
  const url = `${origin}/v1/nodes/${encodeURIComponent(nodeId)}/reservations/${encodeURIComponent(id)}`;
  const unitIds = chosen.length > 0 ? chosen : reservedUnitIds;
  const isPart = chosen.length > 0 && chosen.length < reservedUnitIds.length;
  const json = (body: object) => quoted(JSON.stringify(body));
  const post = (action: string, body: string) => call("POST", `${url}/${action}`, body);
  const planned = `${quoted(`${JSON.stringify({ unitIds }).slice(0, -1)},"expectPlan":"`)}"$PLAN"${quoted('"}')}`;
  return [
    { id: "read", name: "Read", command: call("GET", url) },
    {
      id: "change",
      name: "Change",
      note: "Name only what changes: endsAt, allowedOrgIds, managingOrgIds, contractRef, reason.",
      command: call("PATCH", url, json({ endsAt })),
    },
    { id: "release", name: "Release to spot", command: post("release", json({ unitIds })) },
    {
      id: "preview",
      name: "Preview a reclaim",
      note: "Says what would end, and the planToken of that answer.",
      command: post("reclaim", json({ unitIds, dryRun: true })),
    },
    {
      id: "reclaim",
      name: "Reclaim",
      note: "PLAN is the planToken of the preview: where something changed since, nothing is done.",
      command: post("reclaim", planned),
    },
    {
      id: "cancel",
      name: isPart ? "Take units out" : "Cancel",
      command: post("cancel", json(isPart ? { unitIds } : {})),
    },
    {
      id: "reaffirm",
      name: "Re-affirm",
      note: "With unitIds it moves to those units.",
      command: post("reaffirm", json({})),
    },
  ];
}
