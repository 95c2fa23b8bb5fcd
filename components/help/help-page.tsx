"use client";

import { type Entry, STATE_WORDS, STATUS_WORDS, WORDS } from "@/components/patterns/glossary";
import { PageHeader } from "@/components/patterns/page-header";
import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { KeyboardList } from "@/components/shell/keyboard-list";
import { StateSwatch } from "@/components/topology/state";
import { DRAWN_STATES } from "@/components/topology/state-look";
import { Link } from "@/components/ui/link";
import { RESERVATION_STATUSES } from "@/server/domain/status";

const HEADING = "scroll-mt-4 pb-2 font-semibold text-lg";
const CONTENTS = [
  ["states", "States of a unit"],
  ["statuses", "Status of a reservation"],
  ["words", "Words"],
  ["keyboard", "Keyboard"],
] as const;

const byWord = (a: Entry, b: Entry) => a.word.localeCompare(b.word, "en");
const ENTRIES: readonly Entry[] = Object.values(WORDS).sort(byWord);

function Definitions({ children }: { children: React.ReactNode }) {
  return <dl className="flex flex-col divide-y divide-line border-line border-y">{children}</dl>;
}

function Definition({ name, text }: { name: React.ReactNode; text: string }) {
  return (
    <div className="grid gap-x-4 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <dt className="font-medium">{name}</dt>
      <dd className="text-ink-muted">{text}</dd>
    </div>
  );
}

/** Every state, status, word and key, in one place. */
export function HelpPage() {
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <div>
        <PageHeader
          title="Help"
          description={
            <>
              What the words of these pages mean. The same stands at each word with a dotted line under it. For programs
              there is the{" "}
              <a href="/docs" className="text-accent-text underline underline-offset-2">
                API reference
              </a>
              .
            </>
          }
        />
        <nav aria-label="On this page" className="flex flex-wrap gap-x-4 text-sm">
          {CONTENTS.map(([id, label]) => (
            <Link key={id} href={`#${id}`}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <section aria-labelledby="states">
        <h2 id="states" className={HEADING}>
          States of a unit
        </h2>
        <Definitions>
          {DRAWN_STATES.map((state) => (
            <Definition
              key={state}
              name={
                <span className="flex items-center gap-2">
                  <StateSwatch state={state} />
                  {STATE_WORDS[state].word}
                </span>
              }
              text={STATE_WORDS[state].text}
            />
          ))}
        </Definitions>
      </section>
      <section aria-labelledby="statuses">
        <h2 id="statuses" className={HEADING}>
          Status of a reservation
        </h2>
        <Definitions>
          {RESERVATION_STATUSES.map((status) => (
            <Definition
              key={status}
              name={<ReservationStatusBadge status={status} />}
              text={STATUS_WORDS[status].text}
            />
          ))}
        </Definitions>
      </section>
      <section aria-labelledby="words">
        <h2 id="words" className={HEADING}>
          Words
        </h2>
        <Definitions>
          {ENTRIES.map((entry) => (
            <Definition key={entry.word} name={entry.word} text={entry.text} />
          ))}
        </Definitions>
      </section>
      <section aria-labelledby="keyboard">
        <h2 id="keyboard" className={HEADING}>
          Keyboard
        </h2>
        <KeyboardList />
      </section>
    </div>
  );
}
