"use client";

import { CalendarDate } from "@internationalized/date";
import { useMemo, useState } from "react";
import { useServerClock } from "../ui/clock";
import { ComboBox } from "../ui/combo-box";
import { DateTextField } from "../ui/date-text-field";
import { Select } from "../ui/select";
import { TextField } from "../ui/text-field";
import { offsetLabel, wallTime } from "../ui/time-format";
import { timeZones } from "../ui/time-zones";
import { Checkbox, RadioGroup } from "../ui/toggles";
import {
  type EdgeField,
  type EdgeInput,
  type EdgeReading,
  edgeLabel,
  emptyEdge,
  insisted,
  parseDay,
  readTerm,
  type TermInput,
} from "./term-input";
import { toldIn } from "./term-of";

const MINUTE_MS = 60_000;

/** The server's now to the minute: often enough to notice midnight, and no more. */
const useMinute = () => useServerClock((now) => Math.floor(now / MINUTE_MS)) * MINUTE_MS;

function dayAt(ms: number, zone: string): CalendarDate {
  const { year, month, day } = wallTime(ms, zone);
  return new CalendarDate(year, month, day);
}

interface EdgeFieldProps {
  /** `Start` or `End`. */
  name: string;
  edge: EdgeInput;
  onChange: (edge: EdgeInput) => void;
  reading: EdgeReading;
  zone: string;
  wholeDays: boolean;
  dayLabel: string;
  minute: number;
  insist: boolean;
  /** What the server or the form has against this edge. */
  error?: string;
}

const OCCURRENCES = { first: "first", second: "second" } as const;

function EdgeInputs({
  insist,
  name,
  edge,
  onChange,
  reading,
  zone,
  wholeDays,
  dayLabel,
  minute,
  error,
}: EdgeFieldProps) {
  const { problem, twice } = reading;
  const day = parseDay(edge.date);
  const [isLeft, setLeft] = useState({ date: false, time: false });
  // Nobody is corrected in the middle of a word: a field is judged once it was left, or sent.
  const at = (field: EdgeField) =>
    problem?.field === field && (insist || isLeft[field]) ? problem.message : undefined;
  const leave = (field: EdgeField) => setLeft((before) => ({ ...before, [field]: true }));
  return (
    <div className="flex flex-col gap-2 pl-6">
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-48">
          <DateTextField
            label={wholeDays ? dayLabel : `${name} date`}
            value={edge.date}
            onChange={(date) => onChange({ ...edge, date })}
            day={typeof day === "string" ? undefined : day}
            today={dayAt(minute, zone)}
            onBlur={() => leave("date")}
            error={at("date") ?? error}
          />
        </div>
        {!wholeDays && (
          <div className={at("time") ? "w-64 [&_input]:w-28" : "w-28"}>
            <TextField
              label={`${name} time`}
              placeholder="23:30"
              value={edge.time}
              onChange={(time) => onChange({ ...edge, time })}
              onBlur={() => leave("time")}
              error={at("time")}
            />
          </div>
        )}
        {twice && (
          <div className="w-52">
            <Select
              label={`${name} time happens twice`}
              options={[
                { id: OCCURRENCES.first, label: `the first one, ${twice.first}` },
                { id: OCCURRENCES.second, label: `the second one, ${twice.second}` },
              ]}
              value={edge.occurrence}
              onChange={(occurrence) => onChange({ ...edge, occurrence })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Breaks between the facts only, never within an instant. */
function Unbroken({ text }: { text: string }) {
  const [local, utc] = text.split(" · ");
  return (
    <>
      <span className="whitespace-nowrap">{local}</span> · <span className="whitespace-nowrap">{utc}</span>
    </>
  );
}

function EdgeFact({ verb, reading, zone }: { verb: string; reading: EdgeReading; zone: string }) {
  if (reading.note) return <p>{reading.note}</p>;
  if (reading.at === undefined) return null;
  return (
    <p>
      {verb}{" "}
      <span className="font-medium text-ink">
        <Unbroken text={edgeLabel(reading.at, zone, Boolean(reading.twice))} />
      </span>
    </p>
  );
}

export interface TermFieldProps {
  value: TermInput;
  onChange: (value: TermInput) => void;
  /** What the server had against them: `fieldError(problem, "startsAt")`. */
  startError?: string;
  endError?: string;
  /** Sending was tried: what is missing is a problem now. */
  insist?: boolean;
}

type Shared = Pick<EdgeFieldProps, "zone" | "wholeDays" | "minute" | "insist">;

interface SideProps extends TermFieldProps {
  reading: EdgeReading;
  shared: Shared;
}

function StartSide({ value, onChange, startError, reading, shared }: SideProps) {
  const { start } = value;
  if (typeof start === "number") return null;
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label="Start"
        value={start === "now" ? "now" : "at"}
        onChange={(id) => onChange({ ...value, start: id === "now" ? "now" : emptyEdge })}
        choices={[
          { id: "now", label: "Now" },
          { id: "at", label: value.wholeDays ? "With a day" : "At a time" },
        ]}
        orientation="horizontal"
      />
      {start !== "now" && (
        <EdgeInputs
          {...shared}
          name="Start"
          dayLabel="First day"
          edge={start}
          reading={reading}
          error={startError}
          onChange={(next) => onChange({ ...value, start: next })}
        />
      )}
    </div>
  );
}

function EndSide({ value, onChange, endError, reading, shared }: SideProps) {
  const { end } = value;
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        label="End"
        value={end === "open" ? "open" : "at"}
        onChange={(id) => onChange({ ...value, end: id === "open" ? "open" : emptyEdge })}
        choices={[
          { id: "open", label: "None, until cancelled" },
          { id: "at", label: value.wholeDays ? "After a day" : "At a time" },
        ]}
        orientation="horizontal"
      />
      {end !== "open" && (
        <EdgeInputs
          {...shared}
          name="End"
          dayLabel="Last day"
          edge={end}
          reading={reading}
          error={endError}
          onChange={(next) => onChange({ ...value, end: next })}
        />
      )}
    </div>
  );
}

/** A term [start, end): now or a time, no end or a time, in whole days or to the minute, in a zone that is always said. */
export function TermField(props: TermFieldProps) {
  const { value, onChange, insist = false } = props;
  const { zone, wholeDays } = value;
  const minute = useMinute();
  const read = readTerm(value, minute);
  const reading = insist ? insisted(read, wholeDays) : read;
  const zones = useMemo(() => timeZones().map((id) => ({ id, label: id, detail: offsetLabel(minute, id) })), [minute]);
  const shared = { zone, wholeDays, minute, insist };
  return (
    <div className="flex flex-col gap-4">
      <StartSide {...props} reading={reading.start} shared={shared} />
      <EndSide {...props} reading={reading.end} shared={shared} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="w-64">
          <ComboBox
            label="Time zone"
            options={zones}
            value={zone}
            onChange={(next) => onChange({ ...value, zone: next })}
          />
        </div>
        <div className="pb-1.5">
          <Checkbox isSelected={wholeDays} onChange={(next) => onChange(toldIn(value, next))}>
            Whole days
          </Checkbox>
        </div>
      </div>
      <div role="status" className="flex flex-col gap-0.5 text-ink-muted text-sm empty:hidden">
        {typeof value.start !== "number" && <EdgeFact verb="starts" reading={reading.start} zone={zone} />}
        <EdgeFact verb="ends" reading={reading.end} zone={zone} />
        {reading.duration && (
          <p>
            lasts <span className="font-medium text-ink">{reading.duration}</span>
          </p>
        )}
      </div>
    </div>
  );
}
