import type { ReactNode } from "react";

/** Text for assistive technology alone. A class and not an inline style: served HTML may carry no inline styles. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span id={id} className="sr-only">
      {children}
    </span>
  );
}
