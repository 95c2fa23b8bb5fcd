import type { NodeView } from "@/server/contract/console";
import { audienceText, missingUnits } from "./describe";
import { GridCell, GridRow } from "./grid-parts";
import { StateBadge, StateSurface } from "./state";

/** Where the machine has no units: one cell still, so that the grid can be entered and says why it is empty. */
export function NothingReported({ reported }: { reported: boolean }) {
  const sentence = reported
    ? "The last report has no GPUs."
    : "Nothing reported yet: send the machine's inventory to see its GPUs here.";
  return (
    <GridRow>
      <GridCell tabIndex={0} className="rounded-lg outline-offset-4">
        <StateSurface state="not-reported" size="large" className="flex min-h-36 flex-col gap-1 rounded-lg p-3 text-sm">
          <span className="font-medium">Not reported</span>
          <span>{sentence}</span>
        </StateSurface>
      </GridCell>
    </GridRow>
  );
}

interface MissingProps {
  view: NodeView;
  platformOrgId?: string | undefined;
}

/** Units that reservations hold and the machine no longer has: they are in no socket, so they stand under it. */
export function MissingUnits({ view, platformOrgId }: MissingProps) {
  const missing = missingUnits(view);
  if (missing.length === 0) return null;
  return (
    <section aria-label="Reserved, but not in the last report" className="flex flex-col gap-1.5 text-sm">
      <StateBadge state="not-reported" />
      <p className="text-ink-muted">Reserved, but not in the machine's last report:</p>
      <ul className="flex flex-wrap gap-2">
        {missing.map(({ id, reservations }) => (
          <li key={id}>
            <StateSurface state="not-reported" className="block rounded-md px-2 py-1">
              <span className="font-mono">{id}</span>{" "}
              {reservations.map((reservation) => audienceText(reservation, platformOrgId)).join("; ")}
            </StateSurface>
          </li>
        ))}
      </ul>
    </section>
  );
}
