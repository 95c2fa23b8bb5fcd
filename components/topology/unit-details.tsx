import type { ReactNode } from "react";
import type { NodeView } from "@/server/contract/console";
import { count } from "./address";
import { FactGroup } from "./facts";
import { StateBadge } from "./state";
import { STATE_LOOKS } from "./state-look";
import { UnitHardware } from "./unit-hardware";
import { UnitHolder, UnitRights } from "./unit-rights";

export interface UnitDetailsProps {
  view: NodeView;
  /** The focused unit. */
  unitId: string | undefined;
  /** Makes the other units of a workload links. */
  onShowUnit?: (id: string) => void;
  platformOrgId?: string;
  /** The unit's history. */
  children?: ReactNode;
}

/** The facts of one unit, beside the grid. */
export function UnitDetails({
  view,
  unitId,
  onShowUnit,
  platformOrgId = view.platformOrgId,
  children,
}: UnitDetailsProps) {
  const unit = view.units.find(({ id }) => id === unitId);
  if (!unit) {
    return (
      <p className="text-ink-muted text-sm">
        {unitId === undefined
          ? "Focus a unit to see its facts here."
          : `Unit ${unitId} is not in the machine's last report.`}
      </p>
    );
  }
  return (
    <section aria-label={`Unit ${unit.id}`} className="flex flex-col gap-3">
      <header className="flex flex-col gap-1">
        <h2 className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-mono font-semibold text-lg">{unit.id}</span>
          <span className="text-ink-muted text-sm">{count(unit.gpus.length, "GPU")}</span>
        </h2>
        <StateBadge state={unit.state} />
        <p className="text-ink-muted text-sm">{unit.notSellableReason ?? STATE_LOOKS[unit.state].sentence}</p>
      </header>
      <UnitHolder unit={unit} now={view.now} onShowUnit={onShowUnit} />
      <UnitRights unit={unit} view={view} platformOrgId={platformOrgId} />
      <UnitHardware unit={unit} />
      {children !== undefined && <FactGroup title="History">{children}</FactGroup>}
    </section>
  );
}
