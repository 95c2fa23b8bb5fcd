import type { z } from "zod";
import { listGpuModels as queryModels } from "@/db/queries/catalog";
import type { listGpuModels as operation } from "@/server/contract/workloads";
import { type Context, reader } from "./shared/context";

/** The GPU models that some node reported, by name. */
export function listGpuModels(ctx: Context): Promise<z.output<typeof operation.answer.schema>> {
  return queryModels(reader(ctx));
}
