"use client";

import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { ExportState } from "./use-export";

const NAMES = { csv: "CSV", jsonl: "JSON Lines" };
const number = (value: number) => value.toLocaleString("en");

/** How far an export is, and the way to end it. */
export function ExportProgress({ state, onCancel }: { state: ExportState; onCancel: () => void }) {
  const { format, done, total } = state;
  return (
    <section aria-label="Export" className="flex items-center gap-4 rounded-md border border-line bg-surface px-3 py-2">
      <div className="min-w-0 flex-1">
        <Progress
          label={`Exporting as ${NAMES[format]}`}
          value={Math.min(done, total)}
          max={Math.max(total, 1)}
          valueLabel={total > 0 ? `${number(done)} of ${number(total)} entries` : "Starting"}
        />
      </div>
      <Button size="sm" onPress={onCancel}>
        Cancel the export
      </Button>
    </section>
  );
}
