"use client";

import { CalendarDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
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
import { buttonClass } from "./button-look";

const CELL =
  "flex size-8 cursor-default items-center justify-center rounded-md text-sm outline-offset-0 data-hovered:bg-hover data-disabled:text-ink-faint data-outside-month:hidden data-selected:bg-accent data-selected:text-accent-fg forced-colors:data-selected:bg-[Highlight]";

/** One month to point at a day; weeks begin on Monday. */
export function MonthCalendar({
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
