"use client";

import { Button } from "@/components/ui/button";
import type { UnitView } from "@/server/contract/console";

export type UnitAction = "reserve" | "release" | "reclaim" | "cancel";

interface ActionBarProps {
  units: readonly UnitView[];
  changedIds: ReadonlySet<string>;
  /** What is offered, and why it can't be started where it can't. */
  actions: Partial<Record<UnitAction, { why: string | undefined }>>;
  onAction: (action: UnitAction) => void;
  onClear: () => void;
}

const LABELS: Record<UnitAction, string> = {
  reserve: "Reserve",
  release: "Release to spot",
  reclaim: "Reclaim",
  cancel: "Take out of reservation",
};

const gpuText = (count: number) => (count === 1 ? "1 GPU" : `${count} GPUs`);
const unitText = (count: number) => (count === 1 ? "1 unit" : `${count} units`);

/** Rises with the selection and says what it holds; a button that can't be used says why. */
export function ActionBar({ units, changedIds, actions, onAction, onClear }: ActionBarProps) {
  if (units.length === 0) return null;
  const gpus = units.reduce((sum, unit) => sum + unit.gpus.length, 0);
  return (
    <div
      role="toolbar"
      aria-label="Actions on the selected units"
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised p-2"
    >
      <p className="min-w-0 flex-1 basis-48 px-2 text-sm">
        <span className="font-medium">{`${unitText(units.length)}, ${gpuText(gpus)} selected`}</span>
        {changedIds.size > 0 && (
          <span role="status" className="block text-warn-text">
            {`${unitText(changedIds.size)} changed since you selected: ${[...changedIds].join(", ")}`}
          </span>
        )}
      </p>
      <Button variant="quiet" onPress={onClear}>
        Clear
      </Button>
      {(Object.keys(LABELS) as UnitAction[]).map((action) => {
        const offered = actions[action];
        return (
          offered && (
            <Button
              key={action}
              variant={action === "reserve" ? "primary" : "secondary"}
              disabledReason={offered.why}
              onPress={() => onAction(action)}
            >
              {LABELS[action]}
            </Button>
          )
        );
      })}
    </div>
  );
}
