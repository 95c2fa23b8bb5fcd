import { z } from "zod";
import { operation } from "./operation";
import { pageOf, paging } from "./page";
import { time } from "./text";

export const auditEntrySchema = z
  .strictObject({
    id: z.string(),
    at: time(),
    actor: z
      .strictObject({ type: z.enum(["user", "key", "system"]), id: z.string(), name: z.string() })
      .meta({ id: "Actor" }),
    orgId: z.string().describe("The org that the actor acted for."),
    action: z.string().describe("What was done, such as `reservation.create`."),
    outcome: z.enum(["done", "refused"]),
    nodeId: z.string().optional(),
    reservationId: z.string().optional(),
    unitIds: z.array(z.string()).optional(),
    reason: z.string().optional(),
    code: z.string().optional().describe("The error code of a refused attempt."),
    requestId: z.string().describe("`X-Request-Id` of the answer."),
    source: z.string().optional().describe("Where the request came from."),
  })
  .meta({ id: "AuditEntry" });
const auditPage = pageOf(auditEntrySchema).meta({ id: "AuditEntryPage" });

export const listNodeAudit = operation({
  id: "listNodeAudit",
  method: "GET",
  path: "/v1/nodes/{nodeId}/audit",
  tag: "Audit",
  summary: "Read the audit trail of a node, newest first",
  description: "A managing org reads the entries of the reservations that it manages.",
  permission: "audit.read",
  access: "node.see",
  params: z.strictObject({ nodeId: z.string() }),
  query: z.strictObject({ ...paging }),
  answer: { status: 200, schema: auditPage },
});
