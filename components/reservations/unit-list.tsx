import type { UnitView } from "@/server/contract/console";

const gpus = (count: number) => (count === 1 ? "1 GPU" : `${count} GPUs`);

/** The units that an action is about: exactly what will be sent. */
export function UnitList({
  label,
  units,
  notes,
}: {
  label: string;
  units: readonly UnitView[];
  notes?: ReadonlyMap<string, string>;
}) {
  const total = units.reduce((sum, unit) => sum + unit.gpus.length, 0);
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="font-medium text-sm">
        {label} <span className="font-normal text-ink-muted">{`${units.length} · ${gpus(total)}`}</span>
      </h3>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
        {units.map((unit) => (
          <li key={unit.id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-1.5">
            <code className="text-xs">{unit.id}</code>
            <span className="text-ink-muted">{`${gpus(unit.gpus.length)}, ${unit.gpuModelName}`}</span>
            {notes?.get(unit.id) && <span className="text-danger-text">{notes.get(unit.id)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
