"use client";

import { useCallback, useId, useMemo, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { NodeView, UnitView } from "@/server/contract/console";
import { fabricOf, hivesAreSections, linksFrom } from "./fabric";
import { FabricBand, LinkList } from "./fabric-strip";
import { gridRows } from "./grid-moves";
import { GridRoot } from "./grid-parts";
import { drawnUnits, layoutMachine, sectionUnits } from "./layout";
import { MissingUnits, NothingReported } from "./missing-units";
import { machineWidth, Sections } from "./sections";
import type { Dropped, Selectable } from "./selection";
import { useFlow } from "./use-flow";
import { useGridEvents } from "./use-grid-events";
import { useGridFocus } from "./use-grid-focus";
import { useLiveChanges } from "./use-live-changes";
import { useUnitSelection } from "./use-unit-selection";

export interface TopologyGridProps {
  view: NodeView;
  selectedIds: ReadonlySet<string>;
  onSelectionChange: (ids: Set<string>) => void;
  /** The unit whose facts are shown beside the grid. */
  focusedId: string | undefined;
  onFocusChange: (id: string | undefined) => void;
  /** Units that changed under the person: marked until the page takes them out. */
  changedIds?: ReadonlySet<string>;
  /** `true`, or the sentence that says why the unit can't be selected. Keep it stable: every cell depends on it. */
  selectable: (unit: UnitView) => Selectable;
  /** Enter or double click: the person wants the unit's details. */
  onOpen?: (id: string) => void;
  /** Units that left the selection because they are gone or may no longer be selected. The grid says so as well. */
  onDropped?: (dropped: Dropped[]) => void;
  /** To be looked at only: nothing can be selected. */
  isReadOnly?: boolean;
  /** The org that goes without saying in every audience; the view's own unless told otherwise. */
  platformOrgId?: string;
}

const NONE: ReadonlySet<string> = new Set();
const HELP_READING = "Arrow keys move from unit to unit.";
const HELP =
  "Arrow keys move. Space selects, Shift with arrows selects a range, Control A selects all, Escape clears. Enter opens the details.";

/** What follows from the view alone. */
function useMachine(view: NodeView, selectable: TopologyGridProps["selectable"]) {
  const { units, links, node } = view;
  const machine = useMemo(() => layoutMachine(units), [units]);
  const drawn = useMemo(() => drawnUnits(machine), [machine]);
  const order = useMemo(() => drawn.map(({ id }) => id), [drawn]);
  const byId = useMemo(() => new Map(drawn.map((unit) => [unit.id, unit])), [drawn]);
  const fabric = useMemo(() => fabricOf(units, links, node.nvswitchCount), [units, links, node.nvswitchCount]);
  const judge = useCallback(
    (id: string): Selectable => {
      const unit = byId.get(id);
      return unit ? selectable(unit) : "It is not in the machine's last report.";
    },
    [byId, selectable],
  );
  const bandsInSections = useMemo(
    () => hivesAreSections(fabric, machine.sections.map(sectionUnits)),
    [fabric, machine],
  );
  return { machine, drawn, order, fabric, bandsInSections, judge };
}

function useLinks({ units, links }: NodeView, focusedId: string | undefined): ReadonlyMap<string, string> {
  return useMemo(
    () => (focusedId === undefined ? new Map() : linksFrom(units, links, focusedId)),
    [units, links, focusedId],
  );
}

/** The machine as it looks, and as a grid that can be walked, selected and heard. */
export function TopologyGrid(props: TopologyGridProps) {
  const { view, selectedIds, onSelectionChange, focusedId, onFocusChange, onOpen, onDropped } = props;
  const { platformOrgId = view.platformOrgId } = props;
  const root = useRef<HTMLDivElement>(null);
  const ids = { help: useId(), fabric: useId() };
  const { machine, drawn, order, fabric, bandsInSections, judge } = useMachine(view, props.selectable);
  const flow = useFlow(root, machine.columns, machine.sections.length);
  const rows = useMemo(() => gridRows(machine, flow), [machine, flow]);
  const cells = useMemo(() => rows.flatMap((row) => row.cells), [rows]);
  const links = useLinks(view, focusedId);
  const selection = useUnitSelection({ units: drawn, order, selectedIds, onSelectionChange, judge, onDropped });
  const { activeId, focusCell, ...focus } = useGridFocus({ root, order, focusedId, onFocusChange });
  const hasSelection = selectedIds.size > 0;
  const events = useGridEvents({ cells, activeId, focusCell, selection, hasSelection, onOpen });
  const changes = useLiveChanges(view, focusedId, selectedIds, platformOrgId);
  const changedIds = props.changedIds ?? NONE;
  const cell = { activeId, selectedIds, changedIds, judge, links, fabric, bandsInSections, platformOrgId };

  return (
    <div className={cx("flex flex-col gap-3", machineWidth(machine))}>
      <GridRoot
        ref={root}
        aria-label={`Units of ${view.node.hostname}`}
        aria-describedby={`${ids.help} ${ids.fabric}`}
        aria-rowcount={rows.length}
        aria-colcount={flow.columns * flow.across}
        {...focus}
        {...events}
        className={cx("select-none", props.isReadOnly && "[&_[data-toggle]]:hidden")}
      >
        {drawn.length === 0 ? (
          <NothingReported reported={view.node.reportedAt !== undefined} />
        ) : (
          <Sections machine={machine} rows={rows} columns={flow.columns} view={view} cell={cell} />
        )}
      </GridRoot>
      {selection.notice !== undefined && <p className="text-sm text-warn-text">{selection.notice}</p>}
      {drawn.length > 0 && <FabricBand fabric={fabric} id={ids.fabric} inSections={bandsInSections} />}
      {focusedId !== undefined && <LinkList from={focusedId} links={links} />}
      <MissingUnits view={view} platformOrgId={platformOrgId} />
      <VisuallyHidden id={ids.help}>{props.isReadOnly ? HELP_READING : HELP}</VisuallyHidden>
      <output className="sr-only">{selection.spoken}</output>
      <output className="sr-only">{changes}</output>
    </div>
  );
}
