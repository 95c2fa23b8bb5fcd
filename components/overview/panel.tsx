import { type ReactNode, useId } from "react";

interface PanelProps {
  title: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A named part of the page. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="min-w-0 font-semibold text-base [overflow-wrap:anywhere]">
          {title}
        </h2>
        {aside && <div className="text-ink-muted text-sm">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
