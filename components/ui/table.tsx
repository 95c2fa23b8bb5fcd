import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

/** A dense table: 13 px, 32 px rows, hairlines. Its frame scrolls sideways, never the page. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
      className="relative min-w-0 overflow-x-auto rounded-md border border-line bg-surface"
    >
      <table aria-label={label} className="w-full border-collapse text-left text-sm">
        {children}
      </table>
    </section>
  );
}

type CellProps = { numeric?: boolean; mono?: boolean };

export function Th({ numeric, mono: _, className, ...props }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope="col"
      {...props}
      className={cx(
        "h-8 whitespace-nowrap border-line border-b bg-sunken px-3 font-medium text-ink-muted text-xs",
        numeric && "text-right",
        className,
      )}
    />
  );
}

export function Tr({ className, ...props }: ComponentProps<"tr">) {
  return <tr {...props} className={cx("border-line border-b last:border-b-0 hover:bg-hover", className)} />;
}

export function Td({ numeric, mono, className, ...props }: ComponentProps<"td"> & CellProps) {
  return (
    <td {...props} className={cx("h-8 px-3 py-1", numeric && "text-right", mono && "font-mono text-xs", className)} />
  );
}
