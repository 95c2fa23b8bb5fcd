"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ImportMessage, ImportPreview } from "@/server/contract/machines";
import { leftOut } from "./annotate";

const MOST_LINKS = 4;
/** Nobody reads a thousand of a kind one by one; the lines tell them too. */
const MOST_ITEMS = 40;

const JUMP = "h-7 rounded-md px-2.5 font-medium text-ink-muted text-sm hover:bg-hover hover:text-ink";

interface JumpProps {
  lines: readonly number[];
  onJump: (line: number) => void;
}

/** Ways to the lines that something is about. */
function Jumps({ lines, onJump }: JumpProps) {
  if (lines.length === 0) return <span className="text-ink-faint text-xs">about the whole report</span>;
  const more = lines.length - MOST_LINKS;
  return (
    <span className="-ml-2.5 inline-flex flex-wrap items-center gap-x-1">
      {lines.slice(0, MOST_LINKS).map((line) => (
        <button key={line} type="button" onClick={() => onJump(line)} className={JUMP}>
          {`Line ${line}`}
        </button>
      ))}
      {more > 0 && <span className="text-ink-faint text-xs">{`and ${more} more`}</span>}
    </span>
  );
}

interface ListProps {
  title: string;
  items: readonly { key: string; text: string; lines: readonly number[] }[];
  onJump: (line: number) => void;
}

function FindingList({ title, items, onJump }: ListProps) {
  const [isAll, setAll] = useState(false);
  if (items.length === 0) return null;
  const shown = isAll ? items : items.slice(0, MOST_ITEMS);
  const more = items.length - shown.length;
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h2 className="font-medium text-sm">
        {title} <span className="font-normal text-ink-faint">{items.length}</span>
      </h2>
      <ul aria-label={title} className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
        {shown.map((item) => (
          <li key={item.key} className="flex flex-col gap-0.5 px-3 py-1.5">
            <span className="break-words">{item.text}</span>
            <Jumps lines={item.lines} onJump={onJump} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div>
          <Button size="sm" variant="quiet" onPress={() => setAll(true)}>
            {`Show ${more} more`}
          </Button>
        </div>
      )}
    </section>
  );
}

const messages = (list: readonly ImportMessage[]) =>
  list.map(({ message, lines }) => ({ key: message, text: message, lines }));

/** What is wrong, what to know, and what was left out, each with its lines. */
export function Findings({ preview, onJump }: { preview: ImportPreview; onJump: (line: number) => void }) {
  const left = leftOut(preview).map((device) => ({
    key: device.bdf,
    text: `${device.bdf}: ${device.note}`,
    lines: device.lines,
  }));
  return (
    <>
      <FindingList title="Errors" items={messages(preview.errors)} onJump={onJump} />
      <FindingList title="Notes" items={messages(preview.warnings)} onJump={onJump} />
      <FindingList title="Left out" items={left} onJump={onJump} />
    </>
  );
}
