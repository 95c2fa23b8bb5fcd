"use client";

import { reservationStatusLabel } from "@/components/patterns/reservation-status-badge";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/states";
import { Table, Td, Th, Tr } from "@/components/ui/table";
import type { TimelineHold, TimelineRun } from "@/server/contract/timeline";
import { type Lane, overlap, spanOf, spanOfRun } from "./lanes";
import type { Span } from "./scale";
import { audienceText, holdName } from "./words";

interface Fact {
  key: string;
  unitId: string;
  what: string;
  name: string;
  href?: string;
  whose: string;
  state: string;
  from: string;
  to?: string;
  /** Said in place of an end that there isn't. */
  open: string;
}

function holdFacts(hold: TimelineHold, span: Span): Fact[] {
  const base = {
    unitId: hold.unitId,
    name: holdName(hold),
    href: `/reservations/${hold.reservationId}`,
    whose: audienceText(hold),
    open: "no end",
  };
  const itself = {
    ...base,
    ...stretchOf(hold),
    key: hold.id,
    what: "Reservation",
    state: reservationStatusLabel(hold.status),
  };
  const releases = hold.released.map((stretch, index) => ({
    ...base,
    ...stretchOf(stretch),
    key: `${hold.id} ${index}`,
    what: "Release",
    state: "On the spot market",
  }));
  return [itself, ...releases].filter((fact) => overlap(spanOf(fact), span));
}

const runFact = (run: TimelineRun): Fact => ({
  ...stretchOf(run),
  key: run.id,
  unitId: run.unitId,
  what: run.kind === "vm" ? "VM" : "Pod",
  name: run.name,
  whose: run.org.name,
  state: run.tier,
  open: "still runs",
});

/** What the lanes draw within the span, one fact a row, by unit. */
const factsOf = (lanes: readonly Lane[], span: Span, now: number): Fact[] =>
  lanes.flatMap((lane) => [
    ...lane.bars.flatMap(({ hold }) => (hold ? holdFacts(hold, span) : [])),
    ...lane.runs.filter((run) => overlap(spanOfRun(run, now), span)).map(runFact),
  ]);

const stretchOf = ({ from, to }: { from: string; to?: string }) => ({ from, ...(to !== undefined && { to }) });

/** The timeline as a table: the same facts for the same time. */
export function TimelineTable({ lanes, span, now }: { lanes: readonly Lane[]; span: Span; now: number }) {
  const facts = factsOf(lanes, span, now);
  if (facts.length === 0) {
    return (
      <EmptyState title="Nothing held a unit in this time">
        Reservations, releases and workloads of the time in view stand here. Choose a longer or another time above.
      </EmptyState>
    );
  }
  return (
    <Table label="Timeline as a table">
      <thead>
        <tr>
          {["Unit", "What", "Name", "Whose", "State", "From", "To"].map((head) => (
            <Th key={head}>{head}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map((fact) => (
          <Tr key={fact.key}>
            <Td mono>{fact.unitId}</Td>
            <Td>{fact.what}</Td>
            <Td className="whitespace-nowrap">
              {fact.href ? (
                <Link look="plain" href={fact.href} prefetch={false}>
                  {fact.name}
                </Link>
              ) : (
                fact.name
              )}
            </Td>
            <Td className="whitespace-nowrap">{fact.whose}</Td>
            <Td>{fact.state}</Td>
            <Td>
              <RelativeTime time={fact.from} as="instant" />
            </Td>
            <Td>{fact.to ? <RelativeTime time={fact.to} as="instant" /> : fact.open}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
