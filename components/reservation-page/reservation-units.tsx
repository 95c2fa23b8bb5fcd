"use client";

import { useRouter } from "next/navigation";
import { unitHref } from "@/components/audit/trail-row";
import { ActionBar, type UnitAction } from "@/components/nodes/action-bar";
import { useChangedUnderSelection } from "@/components/nodes/use-node-view";
import { whyNotOnUnits } from "@/components/reservations/unit-actions";
import { StateLegend } from "@/components/topology/state";
import { TopologyGrid } from "@/components/topology/topology-grid";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { NodeView, ReservationView, UnitView } from "@/server/contract/console";

interface ReservationUnitsProps {
  /** The node with this reservation's units alone. */
  own: NodeView;
  reservation: ReservationView;
  isLive: boolean;
  focusedId: string | undefined;
  onFocus: (unitId: string | undefined) => void;
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onAction: (action: UnitAction, units: readonly UnitView[]) => void;
}

const always = () => true as const;
const over = () => "The reservation is over.";

const offered = (reservation: ReservationView, units: readonly UnitView[]) => ({
  release: { why: whyNotOnUnits(reservation, units, "release") },
  reclaim: { why: whyNotOnUnits(reservation, units, "reclaim") },
  cancel: { why: whyNotOnUnits(reservation, units, "cancel") },
});

/** Where the machine has none of the units any more: their names are all that is left. */
function Gone({ reservation }: { reservation: ReservationView }) {
  return (
    <p className="text-ink-muted text-sm">
      {"None of its units is in the machine's last report: "}
      <span className="font-mono text-xs">{reservation.reservedUnitIds.join(" ")}</span>
    </p>
  );
}

/** The units as they stand in their machine, each with its state; what can be done with those that are chosen. */
export function ReservationUnits(props: ReservationUnitsProps) {
  const { own, reservation, isLive, selectedIds, onSelect, onAction, focusedId, onFocus } = props;
  const router = useRouter();
  const changedIds = useChangedUnderSelection(own, selectedIds);
  const units = own.units.filter((unit) => selectedIds.has(unit.id));
  const isAll = units.length === own.units.length;
  return (
    <section aria-labelledby="units" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="units" className="font-semibold text-lg">
          Units
        </h2>
        {isLive && own.units.length > 0 && (
          <Button size="sm" isDisabled={isAll} onPress={() => onSelect(new Set(own.units.map((unit) => unit.id)))}>
            {`Select all ${own.units.length}`}
          </Button>
        )}
        <span className="ml-auto text-sm">
          <Link
            href={focusedId ? unitHref(own.node.id, focusedId) : `/nodes/${encodeURIComponent(own.node.id)}`}
            prefetch={false}
          >
            {focusedId ? `Open ${focusedId} on its node` : "Open the whole node"}
          </Link>
        </span>
      </div>
      {!isLive && <p className="text-ink-muted text-sm">The reservation is over; this is how its units are now.</p>}
      {own.units.length === 0 ? (
        <Gone reservation={reservation} />
      ) : (
        <>
          <StateLegend states={own.units.map((unit) => unit.state)} />
          <TopologyGrid
            view={own}
            selectedIds={selectedIds}
            onSelectionChange={onSelect}
            focusedId={focusedId}
            onFocusChange={onFocus}
            changedIds={changedIds}
            selectable={isLive ? always : over}
            onOpen={(unitId) => router.push(unitHref(own.node.id, unitId))}
          />
        </>
      )}
      <ActionBar
        units={units}
        changedIds={changedIds}
        actions={offered(reservation, units)}
        onAction={(action) => onAction(action, units)}
        onClear={() => onSelect(new Set())}
      />
    </section>
  );
}
