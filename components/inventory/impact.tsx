import { reservationName } from "@/components/reservations/action-dialog";
import { audienceText } from "@/components/topology/describe";
import { UnitComparison } from "@/components/topology/unit-comparison";
import { Callout } from "@/components/ui/callout";
import type { ImportPreview } from "@/server/contract/machines";
import { comparedUnits } from "./comparison";

const some = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The reservations that storing the report would put into review, by name. */
export function IntoReview({ preview }: { preview: ImportPreview }) {
  const { intoReview, after } = preview;
  if (intoReview.length === 0) return null;
  return (
    <Callout tone="warn" title={`${some(intoReview.length, "reservation goes", "reservations go")} into review`}>
      <p>Until each is re-affirmed it grants nothing and withholds its units from everyone.</p>
      <ul aria-label="Reservations that go into review" className="mt-1 flex flex-col gap-0.5 text-ink">
        {intoReview.map((reservation) => (
          <li key={reservation.id}>
            <span className="font-medium">{reservationName(reservation)}</span>
            {`, for ${audienceText(reservation, after.platformOrgId)}: `}
            <code className="text-xs">{reservation.reservedUnitIds.join(", ")}</code>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** The workloads on units that change. */
export function TouchedWorkloads({ preview }: { preview: ImportPreview }) {
  const { workloads } = preview;
  if (workloads.length === 0) return null;
  return (
    <Callout title={`${some(workloads.length, "workload runs", "workloads run")} on units that change, and run on`}>
      <ul aria-label="Workloads on units that change" className="flex flex-col gap-0.5 text-ink">
        {workloads.map((workload) => (
          <li key={workload.workloadId}>
            <span className="font-medium">{workload.name}</span>
            {` of ${workload.org.name}, ${workload.kind.toUpperCase()} at tier ${workload.tier}: `}
            <code className="text-xs">{workload.unitIds.join(", ")}</code>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** What storing the report changes against what is stored. */
export function Impact({ preview }: { preview: ImportPreview }) {
  const { isFirst, difference, after, before } = preview;
  const { topologyGen } = after.node;
  if (isFirst) {
    return <p className="text-sm">Nothing was stored for this node before: every unit is new.</p>;
  }
  if (!difference.changed) {
    return (
      <p className="text-sm">
        {`The same ${some(before.length, "unit")} as stored. No reservation goes into review, and the topology stays generation ${topologyGen}.`}
      </p>
    );
  }
  const rows = comparedUnits(preview);
  const same = difference.kept.filter((id) => !rows.some((row) => row.key === id)).length;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {`The topology becomes generation ${topologyGen}.`}
        {same > 0 && ` ${some(same, "unit stays", "units stay")} as ${same === 1 ? "it is" : "they are"}.`}
      </p>
      <IntoReview preview={preview} />
      <TouchedWorkloads preview={preview} />
      <UnitComparison label="Stored and reported" heads={["Stored", "Reported"]} rows={rows} arrow="becomes" />
    </div>
  );
}
