import { cx } from "@/components/ui/cx";
import type { NodeView, UnitView } from "@/server/contract/console";
import { accessibleName, governingOf } from "./describe";
import { type Fabric, hiveOf } from "./fabric";
import { Band, hiveText } from "./fabric-strip";
import type { Cell, Row } from "./grid-moves";
import { GridArea, GridRow } from "./grid-parts";
import { type Columns, type MachineLayout, type Section, sectionName, sectionUnits } from "./layout";
import type { Judge } from "./selection";
import { type Bracket, UnitCell } from "./unit-cell";

/** Fewest columns first, more as the section gets room; two at least where a paired tile must fit. */
const COLUMNS: Record<Columns, string> = {
  1: "grid-cols-1",
  2: "grid-cols-1 @[15rem]:grid-cols-2",
  3: "grid-cols-1 @[15rem]:grid-cols-2 @[27rem]:grid-cols-3",
  4: "grid-cols-1 @[15rem]:grid-cols-2 @[36rem]:grid-cols-4",
  5: "grid-cols-1 @[15rem]:grid-cols-2 @[46rem]:grid-cols-5",
  6: "grid-cols-1 @[15rem]:grid-cols-2 @[27rem]:grid-cols-3 @[56rem]:grid-cols-6",
  8: "grid-cols-1 @[15rem]:grid-cols-2 @[36rem]:grid-cols-4 @[76rem]:grid-cols-8",
};

/** Sections stand side by side where each has room for all its columns. */
const SECTIONS: Record<Columns, string> = {
  1: "grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))]",
  2: "grid-cols-[repeat(auto-fill,minmax(min(100%,23rem),1fr))]",
  3: "grid-cols-[repeat(auto-fill,minmax(min(100%,34rem),1fr))]",
  4: "grid-cols-[repeat(auto-fill,minmax(min(100%,45rem),1fr))]",
  5: "grid-cols-[repeat(auto-fill,minmax(min(100%,56rem),1fr))]",
  6: "grid-cols-[repeat(auto-fill,minmax(min(100%,67rem),1fr))]",
  8: "grid-cols-1",
};

/** A small machine is drawn small: no tile wider than it needs to be. */
const WIDTHS = ["", "max-w-64", "max-w-128", "max-w-192", "max-w-248"];

export function machineWidth({ sections, columns }: MachineLayout<UnitView>): string {
  return WIDTHS[sections.length * columns] ?? "";
}

export interface CellContext {
  activeId: string | undefined;
  selectedIds: ReadonlySet<string>;
  changedIds: ReadonlySet<string>;
  judge: Judge;
  links: ReadonlyMap<string, string>;
  fabric: Fabric;
  /** Each section is a hive and carries its band. */
  bandsInSections: boolean;
  platformOrgId: string | undefined;
}

interface DrawContext {
  columns: number;
  view: NodeView;
  cell: CellContext;
}

interface SectionsProps extends DrawContext {
  machine: MachineLayout<UnitView>;
  rows: readonly Row[];
}

function bracketsOf(section: Section<UnitView>): Map<string, Bracket> {
  const brackets = new Map<string, Bracket>();
  for (const { bridge, units } of section.groups) {
    if (bridge === undefined) continue;
    units.forEach((unit, index) => {
      brackets.set(unit.id, { bridge, first: index === 0, last: index === units.length - 1 });
    });
  }
  return brackets;
}

function hiveNameOf(unit: UnitView, fabric: Fabric): string | undefined {
  if (fabric.kind !== "xgmi" || fabric.hives.length < 2) return undefined;
  return fabric.hives.find(({ bdfs }) => unit.gpus.some(({ bdf }) => bdfs.includes(bdf)))?.name;
}

/** What one cell shows and says. */
function drawCell(place: Cell, unit: UnitView, bracket: Bracket | undefined, { view, columns, cell }: DrawContext) {
  const verdict = cell.judge(unit.id);
  const blocked = verdict === true ? undefined : verdict;
  const selected = cell.selectedIds.has(unit.id);
  const changed = cell.changedIds.has(unit.id);
  return (
    <UnitCell
      key={unit.id}
      unit={unit}
      reservation={governingOf(unit, view)}
      now={view.now}
      name={accessibleName(unit, view, { selected, changed, blocked }, cell.platformOrgId)}
      column={place.column}
      columns={columns}
      active={unit.id === cell.activeId}
      selected={selected}
      changed={changed}
      blocked={blocked}
      link={cell.links.get(unit.id)}
      hive={hiveNameOf(unit, cell.fabric)}
      bracket={bracket}
      platformOrgId={cell.platformOrgId}
    />
  );
}

interface AreaProps extends DrawContext {
  section: Section<UnitView>;
  rows: readonly Row[];
  look: string;
  /** Carries the empty grid by which the columns are counted. */
  probe: boolean;
}

function Area({ section, rows, look, probe, ...context }: AreaProps) {
  const { cell } = context;
  const members = sectionUnits(section);
  const units = new Map(members.map((unit) => [unit.id, unit]));
  const hive = cell.bandsInSections ? hiveOf(cell.fabric, members) : undefined;
  const brackets = bracketsOf(section);
  return (
    <GridArea
      aria-label={sectionName(section)}
      data-section=""
      className="@container rounded-lg border border-line bg-canvas p-3"
    >
      <div aria-hidden="true" className="mb-2 text-ink-muted text-xs">
        {sectionName(section)}
      </div>
      {probe && <div aria-hidden="true" data-probe="" className={cx("grid h-0 gap-x-3", look)} />}
      <div className={cx("grid gap-3", look)}>
        {rows.map((row) => (
          <GridRow key={row.cells[0]?.id} aria-rowindex={row.row + 1}>
            {row.cells.map((place) => {
              const unit = units.get(place.id);
              return unit && drawCell(place, unit, brackets.get(unit.id), context);
            })}
          </GridRow>
        ))}
      </div>
      {hive && (
        <div aria-hidden="true" className="mt-3">
          <Band label={hiveText(hive, true)} />
        </div>
      )}
    </GridArea>
  );
}

/** The areas of the machine with their cells. */
export function Sections({ machine, rows, ...context }: SectionsProps) {
  return (
    <div className={cx("grid gap-3", SECTIONS[machine.columns])}>
      {machine.sections.map((section, index) => (
        <Area
          key={section.key}
          {...context}
          section={section}
          rows={rows.filter((row) => row.section === index)}
          look={COLUMNS[machine.columns]}
          probe={index === 0}
        />
      ))}
    </div>
  );
}
