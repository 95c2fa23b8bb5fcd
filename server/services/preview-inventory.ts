import type { z } from "zod";
import type { previewInventory as operation } from "@/server/contract/nodes";
import type { InputOf } from "@/server/contract/operation";
import type { Context } from "./shared/context";
import { gpusElsewhere } from "./shared/gpus-elsewhere";
import { messages, readInventorySource } from "./shared/inventory";
import { compareWithStored } from "./shared/inventory-difference";

type Answer = z.output<typeof operation.answer.schema>;

/** Reads a report and says what it would mean; writes nothing (contract, section 6). */
export async function previewInventory(ctx: Context, input: InputOf<typeof operation>): Promise<Answer> {
  const reading = readInventorySource(input);
  const { accept, units, nvswitchCount, links, ignored } = reading;
  const { nodeId } = input;
  const compared = nodeId === undefined ? undefined : await compareWithStored(ctx, nodeId, reading);
  const elsewhere = nodeId === undefined ? [] : await gpusElsewhere(ctx, nodeId, reading);
  return {
    accept,
    units,
    nvswitchCount,
    links,
    ignored,
    warnings: messages([...reading.warnings, ...elsewhere]),
    errors: messages(reading.errors),
    ...(compared && { difference: compared.difference }),
  };
}
