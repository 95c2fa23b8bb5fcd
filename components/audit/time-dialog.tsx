"use client";

import { parseAbsolute, toCalendarDate } from "@internationalized/date";
import { useState } from "react";
import { edgeOf, parseDay } from "@/components/patterns/term-input";
import { Button } from "@/components/ui/button";
import { serverNow, useTimeZone } from "@/components/ui/clock";
import { DateTextField } from "@/components/ui/date-text-field";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { PRESETS, presetRange, type Range, readRange, type TypedEdge } from "./time-range";

interface TimeDialogProps {
  range: Range;
  onChange: (range: Range) => void;
  onClose: () => void;
}

interface EdgeFieldsProps {
  name: "From" | "To";
  edge: TypedEdge;
  onChange: (edge: TypedEdge) => void;
  problem: { field: "date" | "time"; message: string } | undefined;
  hint: string;
}

function EdgeFields({ name, edge, onChange, problem, hint }: EdgeFieldsProps) {
  const zone = useTimeZone();
  const day = parseDay(edge.date);
  const error = (field: "date" | "time") => (problem?.field === field ? problem.message : undefined);
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="w-48">
        <DateTextField
          label={`${name} date`}
          value={edge.date}
          onChange={(date) => onChange({ ...edge, date })}
          day={typeof day === "string" ? undefined : day}
          today={toCalendarDate(parseAbsolute(new Date(serverNow()).toISOString(), zone))}
          error={error("date")}
        />
      </div>
      <div className="w-36">
        <TextField
          label={`${name} time`}
          optional
          placeholder={hint}
          value={edge.time}
          onChange={(time) => onChange({ ...edge, time })}
          error={error("time")}
        />
      </div>
    </div>
  );
}

const typed = (time: string | undefined, zone: string): TypedEdge =>
  time === undefined ? { date: "", time: "" } : edgeOf(Date.parse(time), zone);
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** Which span of time: one of the usual ones, or from and to as typed. */
export function TimeDialog({ range, onChange, onClose }: TimeDialogProps) {
  const zone = useTimeZone();
  const [from, setFrom] = useState(() => typed(range.from, zone));
  const [to, setTo] = useState(() => typed(range.to, zone));
  const [isJudged, setJudged] = useState(false);
  const read = readRange(from, to, zone);
  const choose = (next: Range) => {
    onChange(next);
    onClose();
  };
  const apply = () => {
    setJudged(true);
    if (!read.from.problem && !read.to.problem) choose({ from: iso(read.from.at), to: iso(read.to.at) });
  };
  return (
    <Dialog
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="When"
      subtitle={`Times are in ${zone}.`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={apply}>
            Show this time
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          {PRESETS.map(([preset, label]) => (
            <Button key={preset} size="sm" onPress={() => choose(presetRange(preset, serverNow(), zone))}>
              {label}
            </Button>
          ))}
        </div>
        <EdgeFields
          name="From"
          edge={from}
          onChange={setFrom}
          problem={isJudged ? read.from.problem : undefined}
          hint="start of day"
        />
        <EdgeFields
          name="To"
          edge={to}
          onChange={setTo}
          problem={isJudged ? read.to.problem : undefined}
          hint="end of day"
        />
      </div>
    </Dialog>
  );
}
