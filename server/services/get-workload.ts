import type { InputOf } from "@/server/contract/operation";
import type { vms } from "@/server/contract/workloads";
import { type Context, reader } from "./shared/context";
import { presentWorkload, type Workload } from "./shared/present-workload";
import { findWorkloadFor } from "./shared/workload";

/** One workload, for its own org, the platform org and whoever may end it. */
export async function getWorkload(ctx: Context, kind: "vm" | "pod", input: InputOf<typeof vms.get>): Promise<Workload> {
  return presentWorkload(await findWorkloadFor(ctx, reader(ctx), kind, input.workloadId, "see"));
}
