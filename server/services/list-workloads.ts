import { listWorkloads as queryWorkloads } from "@/db/queries/workloads";
import type { InputOf } from "@/server/contract/operation";
import type { Page } from "@/server/contract/page";
import type { vms } from "@/server/contract/workloads";
import { type Context, reader } from "./shared/context";
import { pageThrough } from "./shared/cursor";
import { requireOrg } from "./shared/org-access";
import { presentWorkload, type Workload } from "./shared/present-workload";

/** The vms or pods of an org, those that are over included, newest first. */
export async function listWorkloads(
  ctx: Context,
  kind: "vm" | "pod",
  input: InputOf<typeof vms.list>,
): Promise<Page<Workload>> {
  const org = await requireOrg(ctx, reader(ctx), input.orgId);
  return pageThrough(ctx, input, {
    list: `listWorkloads:${kind}`,
    filters: { orgId: org.id },
    rows: (page) => queryWorkloads(reader(ctx), kind, org.id, page),
    position: (row) => row.id,
    item: presentWorkload,
  });
}
