"use client";

import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { serverNow, useTimeZone } from "@/components/ui/clock";
import { type Bar, type Lane, runsWithin } from "./lanes";
import { audienceText, holdName, lengthText, runText, stretchText } from "./words";

const HINT =
  "Point at a bar, or go there with the arrow keys, to read what it is. Enter opens a reservation; + and - zoom, Page Up and Page Down pan. Drag over free time to reserve it.";

function HoldFacts({ bar, lane }: { bar: Bar; lane: Lane }) {
  const zone = useTimeZone();
  const { hold } = bar;
  if (!hold) return null;
  const runs = runsWithin(lane, bar, serverNow());
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{holdName(hold)}</span>
        <ReservationStatusBadge status={hold.status} />
        <span>{`for ${audienceText(hold)}`}</span>
      </p>
      <p className="text-ink-muted">{[stretchText(hold, zone), lengthText(hold)].filter(Boolean).join(", ")}</p>
      {hold.released.map((stretch) => (
        <p key={stretch.from} className="text-ink-muted">{`on the spot market ${stretchText(stretch, zone)}`}</p>
      ))}
      {runs.map((run) => (
        <p key={run.id} className="text-ink-muted">{`workload ${runText(run)}, ${stretchText(run, zone)}`}</p>
      ))}
    </>
  );
}

function RunFacts({ bar }: { bar: Bar }) {
  const zone = useTimeZone();
  if (!bar.run) return null;
  return (
    <>
      <p className="font-medium">{`Workload ${runText(bar.run)}`}</p>
      <p className="text-ink-muted">{[stretchText(bar.run, zone), lengthText(bar.run)].filter(Boolean).join(", ")}</p>
      <p className="text-ink-muted">Outside of any reservation.</p>
    </>
  );
}

/** What the bar under the pointer, or with the focus, is; as tall as most of them need, so that nothing jumps. */
export function BarDetails({ lanes, barId }: { lanes: readonly Lane[]; barId: string | undefined }) {
  const lane = lanes.find((each) => each.bars.some((bar) => bar.id === barId));
  const bar = lane?.bars.find((each) => each.id === barId);
  return (
    <section aria-label="Bar details" className="min-h-28 rounded-md border border-line bg-surface p-3 text-sm">
      {lane && bar ? (
        <>
          <p className="font-mono text-ink-muted text-xs">{lane.unitId}</p>
          {bar.hold ? <HoldFacts bar={bar} lane={lane} /> : <RunFacts bar={bar} />}
        </>
      ) : (
        <p className="text-ink-muted">{HINT}</p>
      )}
    </section>
  );
}
