import type { ReactNode } from "react";

export const ROW = "group flex items-start gap-2 text-base text-ink data-disabled:text-ink-faint outline-none";
/** What a toggle says, with a quieter line below. */
export function Words({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <span className="min-w-0">
      {children}
      {detail && <span className="block text-ink-muted text-xs">{detail}</span>}
    </span>
  );
}
