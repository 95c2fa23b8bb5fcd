"use client";

import { CalendarDate } from "@internationalized/date";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from "react-aria-components/Calendar";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { IconButton } from "./button";
import { buttonClass } from "./button-look";
import { Popover } from "./popover";
import { TextField, type TextFieldProps } from "./text-field";

interface DateTextFieldProps extends Omit<TextFieldProps, "value" | "onChange" | "trailing"> {
  value: string;
  onChange: (typed: string) => void;
  /** The day that is typed, where it is one. */
  day: CalendarDate | undefined;
  /** The day it is in the zone in use. */
  today: CalendarDate;
}

const CELL =
  "flex size-8 cursor-default items-center justify-center rounded-md text-sm outline-offset-0 data-hovered:bg-hover data-disabled:text-ink-faint data-outside-month:hidden data-selected:bg-accent data-selected:text-accent-fg forced-colors:data-selected:bg-[Highlight]";

function MonthCalendar({
  day,
  today,
  onChoose,
}: {
  day?: CalendarDate;
  today: CalendarDate;
  onChoose: (day: CalendarDate) => void;
}) {
  return (
    <Calendar
      aria-label="Day"
      value={day ?? null}
      defaultFocusedValue={day ?? today}
      minValue={today}
      firstDayOfWeek="mon"
      onChange={(chosen) => onChoose(new CalendarDate(chosen.year, chosen.month, chosen.day))}
      className="p-2"
    >
      <header className="flex items-center justify-between pb-1">
        <Button slot="previous" className={buttonClass({ variant: "quiet", size: "sm", square: true })}>
          <ChevronLeft className="size-4" aria-hidden="true" />
        </Button>
        <CalendarHeading className="font-medium text-sm" />
        <Button slot="next" className={buttonClass({ variant: "quiet", size: "sm", square: true })}>
          <ChevronRight className="size-4" aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(name) => <CalendarHeaderCell className="h-6 font-normal text-ink-faint text-xs">{name}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={CELL} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

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
            <I18nProvider locale="en-GB">
              <MonthCalendar
                day={day}
                today={today}
                onChoose={(chosen) => {
                  onChange(chosen.toString());
                  close();
                }}
              />
            </I18nProvider>
          )}
        </Popover>
      }
    />
  );
}
