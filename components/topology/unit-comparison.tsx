import { ArrowRight } from "lucide-react";

/** A unit as it is on one side: its id and the GPUs it holds. */
interface Side {
  id: string;
  gpus: readonly string[];
}

export interface UnitComparisonRow {
  key: string;
  /** Undefined: it was not there. */
  before?: Side | undefined;
  /** Undefined: it is gone. */
  after?: Side | undefined;
  /** What is the matter with it. */
  note: string;
  /** Nothing differs. */
  isSame: boolean;
}

function Unit({ side, missing }: { side: Side | undefined; missing: string }) {
  if (!side) return <span className="text-danger-text">{missing}</span>;
  return (
    <>
      <code className="text-xs">{side.id}</code>
      <div className="text-ink-muted text-xs">{side.gpus.join(", ")}</div>
    </>
  );
}

interface UnitComparisonProps {
  label: string;
  rows: readonly UnitComparisonRow[];
  /** What the arrow between the two sides means. */
  arrow: string;
}

/** Units before and after, side by side, with what differs. */
export function UnitComparison({ label, rows, arrow }: UnitComparisonProps) {
  return (
    <section aria-label={label}>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
        {rows.map((row) => (
          <li key={row.key} className="grid grid-cols-[1fr_auto_1fr] items-start gap-3 px-3 py-2 text-sm">
            <div>
              <Unit side={row.before} missing="not there" />
            </div>
            <ArrowRight className="mt-0.5 size-4 text-ink-faint" aria-label={arrow} />
            <div>
              <Unit side={row.after} missing="gone" />
              <div className={row.isSame ? "text-ok-text text-xs" : "text-danger-text text-xs"}>{row.note}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
