import { CircleStop, Minus, Play } from "lucide-react";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/ui/relative-time";
import type { UnitView } from "@/server/contract/console";
import type { PlannedWorkload, ReclaimLists } from "./reclaim-plan";

function Section({
  title,
  icon: Icon,
  children,
  empty,
}: {
  title: string;
  icon: typeof Play;
  children: ReactNode[];
  empty: string;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="flex items-center gap-1.5 font-medium text-sm">
        <Icon className="size-3.5" aria-hidden="true" />
        {title} <span className="font-normal text-ink-muted">{children.length}</span>
      </h3>
      {children.length === 0 ? (
        <p className="text-ink-muted text-sm">{empty}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">{children}</ul>
      )}
    </section>
  );
}

function Workload({ workload, why }: { workload: PlannedWorkload; why?: string }) {
  const { id, holder } = workload;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-1.5">
      <span className="font-medium">{holder?.name ?? id}</span>
      {holder ? (
        <span className="text-ink-muted">
          {`${holder.org.name} · ${holder.tier} · started `}
          <RelativeTime time={holder.since} />
          {` · on ${holder.unitIds.join(", ")}`}
        </span>
      ) : (
        <span className="text-ink-muted">began after this page was read</span>
      )}
      {why && <span className="w-full text-ink-muted">{why}</span>}
    </li>
  );
}

const whyItStays = ({ holder }: PlannedWorkload): string =>
  holder?.status === "terminating"
    ? "It is ending already."
    : "It is no spot workload, and only its own org can end it.";

/** The three lists of a reclaim, before anything is sent. */
export function PlanLists({ lists }: { lists: ReclaimLists }) {
  const { ends, staysOn, idle } = lists;
  return (
    <>
      <Section title="Will end" icon={CircleStop} empty="No spot workload is on these units.">
        {ends.map((workload) => (
          <Workload key={workload.id} workload={workload} />
        ))}
      </Section>
      <Section title="Will keep running" icon={Play} empty="No other workload is on these units.">
        {staysOn.map((workload) => (
          <Workload key={workload.id} workload={workload} why={whyItStays(workload)} />
        ))}
      </Section>
      <Section title="Nothing on it" icon={Minus} empty="Every unit has a workload on it.">
        {idle.map((unit: UnitView) => (
          <li key={unit.id} className="px-3 py-1.5">
            <code className="text-xs">{unit.id}</code>
          </li>
        ))}
      </Section>
    </>
  );
}
