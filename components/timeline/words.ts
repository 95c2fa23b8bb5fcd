import { reservationStatusLabel } from "@/components/patterns/reservation-status-badge";
import { reservationName } from "@/components/reservations/action-dialog";
import { durationLabel, instantLabel } from "@/components/ui/time-format";
import type { TimelineHold, TimelineRun } from "@/server/contract/timeline";

interface Stretch {
  from: string;
  to?: string;
}

const instant = (iso: string, zone: string) => instantLabel(Date.parse(iso), zone);

/** `from 1 May 2031 00:00 UTC to 2 May 2031 00:00 UTC`. */
export const stretchText = ({ from, to }: Stretch, zone: string): string =>
  `from ${instant(from, zone)} ${to === undefined ? "with no end" : `to ${instant(to, zone)}`}`;

/** How long it is; nothing where it has no end. */
export const lengthText = ({ from, to }: Stretch): string | undefined =>
  to === undefined ? undefined : durationLabel(Date.parse(from), Date.parse(to));

/** What people call the reservation of a bar. */
export const holdName = ({ reservationId, contractRef }: TimelineHold): string =>
  reservationName({ id: reservationId, ...(contractRef !== undefined && { contractRef }) });

export const audienceText = (hold: TimelineHold): string => hold.audience.map((org) => org.name).join(", ");

export const runText = (run: TimelineRun): string => `${run.name}, ${run.tier} ${run.kind} of ${run.org.name}`;

/** Everything that a reservation's bar shows, in words. */
export function holdText(hold: TimelineHold, runs: readonly TimelineRun[], zone: string): string {
  const parts = [
    `${holdName(hold)}, ${reservationStatusLabel(hold.status)}, for ${audienceText(hold)}, ${stretchText(hold, zone)}`,
    ...hold.released.map((stretch) => `on the spot market ${stretchText(stretch, zone)}`),
    ...runs.map((run) => `workload ${runText(run)}, ${stretchText(run, zone)}`),
  ];
  return `${parts.join("; ")}.`;
}
