import type { UnitView } from "@/server/contract/console";

const gpus = (count: number) => (count === 1 ? "1 GPU" : `${count} GPUs`);

/** The units that an action is about: exactly what will be sent. */
export function UnitList({
  label,
  units,
  goneIds = [],
  notes,
}: {
  label: string;
  units: readonly UnitView[];
  /** Units that go with them and that the machine no longer reports. */
  goneIds?: readonly string[];
  notes?: ReadonlyMap<string, string>;
}) {
  const total = units.reduce((sum, unit) => sum + unit.gpus.length, 0);
  const size = goneIds.length > 0 ? `${units.length + goneIds.length}` : `${units.length} · ${gpus(total)}`;
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="font-medium text-sm">
        {label} <span className="font-normal text-ink-muted">{size}</span>
      </h3>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
        {units.map((unit) => (
          <li key={unit.id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            <code className="text-xs">{unit.id}</code>
            <span className="text-ink-muted">{`${gpus(unit.gpus.length)}, ${unit.gpuModelName}`}</span>
            {notes?.get(unit.id) && <span className="text-danger-text">{notes.get(unit.id)}</span>}
          </li>
        ))}
        {goneIds.map((id) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            <code className="text-xs">{id}</code>
            <span className="text-ink-muted">not in the machine's last report</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
