import { Callout } from "@/components/ui/callout";
import type { ImportPreview } from "@/server/contract/machines";

const some = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** `6 units with 8 GPUs, 4 NVSwitches`. */
export function countsOf({ after }: ImportPreview): string {
  const gpus = after.units.reduce((sum, unit) => sum + unit.gpus.length, 0);
  const switches = after.node.nvswitchCount;
  const fabric = switches > 0 ? `, ${some(switches, "NVSwitch").replace(/NVSwitchs$/, "NVSwitches")}` : "";
  return `${some(after.units.length, "unit")} with ${some(gpus, "GPU")}${fabric}`;
}

function sellableText({ after }: ImportPreview): string {
  const not = after.units.filter((unit) => !unit.sellable).length;
  if (not === 0) return "";
  return not === after.units.length ? " None of them can be sold." : ` ${some(not, "unit")} can't be sold.`;
}

/** Whether the report can be stored, in one sentence. */
export function Verdict({ preview }: { preview: ImportPreview }) {
  const read = preview.sources.length > 0 && <p>{`Read as ${preview.sources.join(", ")}.`}</p>;
  if (preview.accept === "no") {
    return (
      <Callout tone="danger" title="Refused: nothing can be stored, and nothing changes">
        The errors say why, and what to paste instead.
      </Callout>
    );
  }
  const counts = `${countsOf(preview)}.${sellableText(preview)}`;
  return preview.accept === "partial" ? (
    <Callout tone="warn" title={`Partly readable: ${counts}`}>
      Something in the report doesn't fit together. It is stored only if you say so below.
      {read}
    </Callout>
  ) : (
    <Callout tone="ok" title={`Accepted: ${counts}`}>
      {read}
    </Callout>
  );
}
