"use client";

import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { type FocusEvent, useCallback, useEffect, useRef, useState } from "react";
import { useAddress, writeAddress } from "@/components/patterns/use-address";
import { useSettled } from "@/components/patterns/use-settled";
import { type ReclaimResult, ReclaimResultPanel } from "@/components/reservations/reclaim-result";
import { StateLegend } from "@/components/topology/state";
import { TopologyGrid } from "@/components/topology/topology-grid";
import { UnitDetails } from "@/components/topology/unit-details";
import { Callout } from "@/components/ui/callout";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { ToggleRow } from "@/components/ui/toggle-row";
import type { NodeView, UnitView } from "@/server/contract/console";
import { ActionBar, type UnitAction } from "./action-bar";
import { NoUnits } from "./no-units";
import { type NodeAddress, readNodeAddress, writeNodeAddress } from "./node-address";
import type { OpenDialog } from "./node-dialogs";
import { NodeHeader } from "./node-header";
import { ReservationList } from "./reservation-list";
import { selectionActions } from "./selection-actions";
import { UnitHistory } from "./unit-history";
import { useDialogsAhead } from "./use-dialogs-ahead";
import { useChangedUnderSelection, useNodeView } from "./use-node-view";

const VIEWS = [
  { id: "machine", label: "Machine" },
  { id: "timeline", label: "Timeline" },
] as const;

/** Most who open a node look at the machine: time comes when it is asked for. */
const NodeTimeline = dynamic(
  () => import("@/components/timeline/node-timeline").then((module) => module.NodeTimeline),
  {
    ssr: false,
    loading: () => (
      <Loading label="Loading the timeline">
        <Skeleton className="h-96 w-full" />
      </Loading>
    ),
  },
);

/** Units that no action can be about: they can't be sold, and nobody holds them. */
function selectable(unit: UnitView): true | string {
  if (unit.sellable || unit.reservationId !== undefined) return true;
  return `It can't be sold: ${unit.notSellableReason ?? "no reason was reported"}`;
}

/** The router draws the page anew for an address: not between two arrow keys. */
const STAYS_MS = 250;

function keepUnitInAddress(unitId: string): void {
  const params = new URLSearchParams(window.location.search);
  if ((params.get("unit") ?? "") === unitId) return;
  if (unitId === "") params.delete("unit");
  else params.set("unit", unitId);
  writeAddress(params.toString());
}

/** Focus, selection and the open dialog of a node's page. */
function useNodePage(view: NodeView) {
  const asked = useSearchParams().get("unit") ?? undefined;
  const [focusedId, setFocused] = useState<string | undefined>(asked);
  const [selectedIds, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>();
  const [result, setResult] = useState<ReclaimResult>();
  useSettled(focusedId ?? "", STAYS_MS, keepUnitInAddress);
  const select = useCallback((ids: ReadonlySet<string>) => setSelected(ids), []);
  const units = view.units.filter((unit) => selectedIds.has(unit.id));
  const actions = selectionActions(view, units);
  const start = (action: UnitAction) =>
    setDialog({ action, reservationId: actions[action].reservation?.id, unitIds: units.map((unit) => unit.id) });
  return {
    focusedId,
    focus: setFocused,
    selectedIds,
    select,
    units,
    actions,
    dialog,
    setDialog,
    result,
    setResult,
    start,
  };
}

/**
 * What had the focus may go while it has it: a row with its reservation, the bar with the selection. Then the grid's
 * tab stop gets it, and not the top of the page. Dialogs give theirs back first.
 */
function useFocusKept() {
  const root = useRef<HTMLDivElement>(null);
  const last = useRef<Element>(undefined);
  useEffect(() => {
    if (!last.current || last.current.isConnected) return undefined;
    // A closing dialog gives its focus back in a frame that it asked for before this effect: a pause of any length would
    // come before that one on a slow machine, and take the focus away from where it came from.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      root.current?.querySelector<HTMLElement>("[role='grid'] [tabindex='0']")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });
  const onFocus = useCallback((event: FocusEvent) => {
    last.current = event.target;
  }, []);
  return { ref: root, onFocus };
}

type Page = ReturnType<typeof useNodePage>;

interface DrawingProps {
  view: NodeView;
  page: Page;
  changedIds: ReadonlySet<string>;
  onOpen: () => void;
}

/** The machine, or the way to its units. Reservations that outlived all units are drawn under a machine without any. */
function Drawing({ view, page, changedIds, onOpen }: DrawingProps) {
  if (view.units.length === 0 && view.reservations.length === 0) return <NoUnits view={view} />;
  return (
    <>
      <StateLegend states={view.units.map((unit) => unit.state)} />
      <TopologyGrid
        view={view}
        selectedIds={page.selectedIds}
        onSelectionChange={page.select}
        focusedId={page.focusedId}
        onFocusChange={page.focus}
        changedIds={changedIds}
        selectable={selectable}
        onOpen={onOpen}
        platformOrgId={view.platformOrgId}
      />
    </>
  );
}

/** The machine at the left, the focused unit's facts at the right, actions with the selection. */
function Machine({ view, page }: { view: NodeView; page: Page }) {
  const { focusedId, selectedIds, select, units } = page;
  const changedIds = useChangedUnderSelection(view, selectedIds);
  const details = useRef<HTMLElement>(null);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Drawing view={view} page={page} changedIds={changedIds} onOpen={() => details.current?.focus()} />
        <ActionBar
          units={units}
          changedIds={changedIds}
          actions={page.actions}
          onAction={page.start}
          onClear={() => select(new Set())}
        />
        <ReservationList
          view={view}
          onSelectUnits={(reservation) => select(new Set(reservation.reservedUnitIds))}
          onAction={(action, reservation) => page.setDialog({ action, reservationId: reservation.id })}
        />
      </div>
      <aside
        ref={details}
        tabIndex={-1}
        aria-label="Unit details"
        className="rounded-md border border-line bg-surface p-4"
      >
        <UnitDetails view={view} unitId={focusedId} onShowUnit={page.focus} platformOrgId={view.platformOrgId}>
          {focusedId && <UnitHistory nodeId={view.node.id} unitId={focusedId} version={view.now} />}
        </UnitDetails>
      </aside>
    </div>
  );
}

/** A node as it sits in its rack, or as its units were and will be held over time. */
export function NodePage({ nodeId, initial }: { nodeId: string; initial: NodeView }) {
  const { view, error } = useNodeView(nodeId, initial);
  const [address, change] = useAddress<NodeAddress>(readNodeAddress, writeNodeAddress);
  const NodeDialogs = useDialogsAhead();
  const page = useNodePage(view);
  const { dialog, setDialog, result, setResult } = page;
  const focusKept = useFocusKept();
  return (
    <div className="flex flex-col gap-5" {...focusKept}>
      <NodeHeader view={view}>
        <ToggleRow
          label="View"
          options={VIEWS}
          isOn={(id) => address.view === id}
          onToggle={(id) => change({ view: id })}
        />
      </NodeHeader>
      {error && (
        <Callout tone="danger" role="alert" title="What you see may be old">
          {error.message}
        </Callout>
      )}
      {result && <ReclaimResultPanel result={result} onClose={() => setResult(undefined)} />}
      {address.view === "machine" ? (
        <Machine view={view} page={page} />
      ) : (
        <NodeTimeline
          view={view}
          kept={address}
          onKeep={change}
          onReserve={(unitIds, term) => setDialog({ action: "reserve", unitIds, term })}
        />
      )}
      {dialog && <NodeDialogs view={view} open={dialog} onClose={() => setDialog(undefined)} onReclaimed={setResult} />}
    </div>
  );
}
