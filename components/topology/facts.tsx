import type { ReactNode } from "react";

/** A named group of facts. */
export function FactGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5 border-line border-t pt-3">
      <h3 className="font-medium text-sm">{title}</h3>
      {children}
    </section>
  );
}

/** Names on the left, values on the right; one under the other where there is no room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
