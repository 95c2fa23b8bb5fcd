import { CircleCheck, X } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import type { ReservationView, UnitView } from "@/server/contract/console";
import { reservationName } from "./action-dialog";
import { workloadCount } from "./reclaim-plan";

/** What a reclaim did, as the server answered, and the units as they were when it was asked for. */
export interface ReclaimResult {
  reservation: ReservationView;
  units: readonly UnitView[];
  terminated: readonly string[];
  skipped: readonly string[];
}

function outcome(unit: UnitView, { terminated, skipped }: ReclaimResult): string {
  const { holder } = unit;
  if (!holder) return "Off the spot market; nothing was on it.";
  if (terminated.includes(holder.workloadId)) return `Ended ${holder.name} of ${holder.org.name}.`;
  if (skipped.includes(holder.workloadId)) return `${holder.name} of ${holder.org.name} runs on.`;
  return `${holder.name} of ${holder.org.name} had ended before.`;
}

/** What happened to each unit; every line can be linked to. */
export function ReclaimResultPanel({ result, onClose }: { result: ReclaimResult; onClose: () => void }) {
  const link = (unitId: string) =>
    `${window.location.origin}/nodes/${result.reservation.nodeId}?unit=${encodeURIComponent(unitId)}`;
  return (
    <section
      aria-label="Result of the reclaim"
      className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3 text-sm"
    >
      <header className="flex items-center gap-2">
        <CircleCheck className="size-4 text-ok-text" aria-hidden="true" />
        <h2 className="flex-1 font-medium" role="status">
          {`Reclaimed ${result.units.length === 1 ? "1 unit" : `${result.units.length} units`} of ${reservationName(result.reservation)}; ${workloadCount(result.terminated.length)} ended`}
        </h2>
        <IconButton icon={X} label="Close the result" size="sm" onPress={onClose} />
      </header>
      <ul className="flex flex-col divide-y divide-line">
        {result.units.map((unit) => (
          <li key={unit.id} id={`result-${unit.id}`} className="flex items-center gap-3 py-1">
            <code className="text-xs">{unit.id}</code>
            <span className="flex-1">{outcome(unit, result)}</span>
            <CopyButton text={link(unit.id)} label={`Copy a link to unit ${unit.id}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
