"use client";

import { CircleAlert, CircleMinus, CornerDownRight, type LucideIcon, Minus, TriangleAlert } from "lucide-react";
import { memo, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import type { ImportPreview } from "@/server/contract/machines";
import { annotate, gapWith, type LineNote, type NoteTone, type PasteLine, toneLabel } from "./annotate";

const LOOKS: Record<NoteTone, { icon: LucideIcon; colour: string; row: string }> = {
  error: { icon: CircleAlert, colour: "text-danger-text", row: "bg-danger-soft" },
  warning: { icon: TriangleAlert, colour: "text-warn-text", row: "bg-warn-soft" },
  "left-out": { icon: CircleMinus, colour: "text-ink", row: "bg-sunken" },
  unit: { icon: CornerDownRight, colour: "text-ok-text", row: "" },
  quiet: { icon: Minus, colour: "text-ink-muted", row: "" },
};

function Note({ note }: { note: LineNote }) {
  const { icon: Icon, colour } = LOOKS[note.tone];
  return (
    <span className={cx("sticky left-14 flex w-fit items-start gap-1.5 font-sans text-xs leading-5", colour)}>
      <Icon className="mt-1 size-3 shrink-0" aria-hidden="true" />
      <span className="min-w-0 max-w-[calc(100cqw-5.5rem)] whitespace-normal break-words">
        <span className="sr-only">{`${toneLabel(note.tone)}: `}</span>
        {note.text}
      </span>
    </span>
  );
}

/** A few thousand characters show what a line is; the rest of it nobody reads. */
const WIDEST = 600;

const Row = memo(function Row({ line, id }: { line: PasteLine; id: string }) {
  const [gravest] = line.notes;
  return (
    <li
      id={id}
      tabIndex={-1}
      value={line.n}
      className={cx("grid grid-cols-[3.5rem_1fr] items-start", gravest && LOOKS[gravest.tone].row)}
    >
      <span className="select-none pr-3 text-right text-ink-muted tabular-nums" aria-hidden="true">
        {line.n}
      </span>
      <span className="min-w-0 pr-3">
        <span className="block whitespace-pre">{line.text.slice(0, WIDEST) || " "}</span>
        {line.notes.map((note) => (
          <Note key={`${note.tone} ${note.text}`} note={note} />
        ))}
      </span>
    </li>
  );
});

export interface LineByLineHandle {
  /** Shows a line, folded away or not, and gives it the focus. */
  show: (line: number) => void;
}

interface LineByLineProps {
  text: string;
  preview: ImportPreview;
  ref: Ref<LineByLineHandle>;
}

interface Fold {
  from: number;
  to: number;
}

const rowId = (n: number) => `report-line-${n}`;

/** The report with its line numbers, and at each line what became of it. */
export function LineByLine({ text, preview, ref }: LineByLineProps) {
  const [opened, setOpened] = useState<{ text: string; folds: readonly Fold[] }>({ text, folds: [] });
  const [wanted, setWanted] = useState<{ line: number }>();
  const box = useRef<HTMLElement>(null);
  const folds = opened.text === text ? opened.folds : undefined;
  const segments = useMemo(() => annotate(text, preview, folds), [text, preview, folds]);
  const open = (fold: Fold) => setOpened({ text, folds: [...(folds ?? []), fold] });
  useImperativeHandle(ref, () => ({
    show: (line) => {
      const gap = gapWith(segments, line);
      if (gap) open(gap);
      setWanted({ line });
    },
  }));
  useEffect(() => {
    if (!wanted) return;
    const row = document.getElementById(rowId(wanted.line));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "center" });
  }, [wanted]);
  return (
    <section
      ref={box}
      aria-label="Line by line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
      className="@container max-h-[70dvh] overflow-auto rounded-md border border-line bg-surface py-1 font-mono text-xs leading-5"
    >
      <ol className="w-max min-w-full">
        {segments.map((segment) =>
          segment.kind === "lines" ? (
            segment.lines.map((line) => <Row key={line.n} line={line} id={rowId(line.n)} />)
          ) : (
            <li key={`fold ${segment.from}`} className="py-0.5 pl-14 font-sans">
              <Button size="sm" variant="quiet" onPress={() => open(segment)}>
                {segment.to === segment.from
                  ? `Show line ${segment.from}`
                  : `Show lines ${segment.from} to ${segment.to}, which have no notes`}
              </Button>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
