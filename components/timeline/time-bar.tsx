"use client";

import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/clock";
import { dateLabel } from "@/components/ui/time-format";
import { ToggleRow } from "@/components/ui/toggle-row";
import { DAY_MS, lengthOf } from "./scale";
import type { TimeSpan } from "./use-span";

const VIEWS = [
  { id: "1", label: "1 day" },
  { id: "7", label: "7 days" },
  { id: "30", label: "30 days" },
  { id: "90", label: "90 days" },
] as const;
const STEP = 1.5;

/** What stretch of time is shown, in words, and the ways to change it. */
export function TimeBar({ time }: { time: TimeSpan }) {
  const zone = useTimeZone();
  const { span } = time;
  const days = lengthOf(span) / DAY_MS;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ToggleRow
        label="Time in view"
        options={VIEWS}
        isOn={(id) => Math.abs(days - Number(id)) < 0.01}
        onToggle={(id) => time.showDays(Number(id))}
      />
      <div className="flex items-center">
        <IconButton icon={ChevronLeft} label="Earlier" onPress={() => time.pan(-0.5)} />
        <Button variant="quiet" onPress={time.showNow}>
          Now
        </Button>
        <IconButton icon={ChevronRight} label="Later" onPress={() => time.pan(0.5)} />
        <IconButton icon={ZoomOut} label="Zoom out" onPress={() => time.zoom(1 / STEP)} />
        <IconButton icon={ZoomIn} label="Zoom in" onPress={() => time.zoom(STEP)} />
      </div>
      <p className="text-ink-muted text-sm" role="status">
        {`${dateLabel(span.from, zone)} to ${dateLabel(span.to, zone)}, ${zone}`}
      </p>
    </div>
  );
}
