import { ArrowRight } from "lucide-react";
import { cx } from "@/components/ui/cx";

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
  /** Nothing differs, it is an addition, or it is not as it was. */
  as: "same" | "new" | "changed";
}

const NOTES = { same: "text-ok-text", new: "text-ink-muted", changed: "text-danger-text" };

const SIDES = "grid grid-cols-[1fr_auto_1fr] gap-3 px-3";

function Unit({ side }: { side: Side }) {
  return (
    <>
      <code className="text-xs">{side.id}</code>
      <div className="text-ink-muted text-xs">{side.gpus.join(", ")}</div>
    </>
  );
}

interface UnitComparisonProps {
  label: string;
  /** What the two sides are called. */
  heads: readonly [before: string, after: string];
  rows: readonly UnitComparisonRow[];
  /** What the arrow between the two sides means. */
  arrow: string;
}

/** Units before and after, side by side, with what differs. */
export function UnitComparison({ label, heads, rows, arrow }: UnitComparisonProps) {
  return (
    <section aria-label={label} className="rounded-md border border-line">
      <div className={cx(SIDES, "border-line border-b py-1 font-medium text-ink-muted text-xs")}>
        <span>{heads[0]}</span>
        <span className="size-4" />
        <span>{heads[1]}</span>
      </div>
      <ul className="flex flex-col divide-y divide-line">
        {rows.map((row) => (
          <li key={row.key} className={cx(SIDES, "items-start py-2 text-sm")}>
            <div>{row.before ? <Unit side={row.before} /> : <span className="text-ink-faint">not there</span>}</div>
            <ArrowRight className="mt-0.5 size-4 text-ink-faint" aria-label={arrow} />
            <div>
              {row.after ? <Unit side={row.after} /> : <span className="text-danger-text">gone</span>}
              <div className={cx("text-xs", NOTES[row.as])}>{row.note}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
