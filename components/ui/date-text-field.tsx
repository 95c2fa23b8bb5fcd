"use client";

import type { CalendarDate } from "@internationalized/date";
import { CalendarDays } from "lucide-react";
import { lazy, Suspense } from "react";
import { IconButton } from "./button";
import { Popover } from "./popover";
import { Skeleton } from "./skeleton";
import { TextField, type TextFieldProps } from "./text-field";

interface DateTextFieldProps extends Omit<TextFieldProps, "value" | "onChange" | "trailing"> {
  value: string;
  onChange: (typed: string) => void;
  /** The day that is typed, where it is one. */
  day: CalendarDate | undefined;
  /** The day it is in the zone in use. */
  today: CalendarDate;
}

// The calendar is half of all the code about dates, and few people open it.
const MonthCalendar = lazy(() => import("./month-calendar").then((module) => ({ default: module.MonthCalendar })));

/** A day as text, with a calendar to point at it. What is typed is kept as typed; its owner says what is wrong with it. */
export function DateTextField({ day, today, onChange, label, ...props }: DateTextFieldProps) {
  return (
    <TextField
      {...props}
      label={label}
      onChange={onChange}
      placeholder="2031-05-01"
      trailing={
        <Popover
          label={`${label}: calendar`}
          flush
          placement="bottom end"
          trigger={<IconButton icon={CalendarDays} label={`${label}: choose in the calendar`} variant="secondary" />}
        >
          {(close) => (
            <Suspense fallback={<Skeleton className="m-2 h-64 w-56" />}>
              <MonthCalendar
                day={day}
                today={today}
                onChoose={(chosen) => {
                  onChange(chosen.toString());
                  close();
                }}
              />
            </Suspense>
          )}
        </Popover>
      }
    />
  );
}
