import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

const LOOKS = {
  info: { icon: Info, look: "border-line bg-sunken", colour: "text-ink-muted" },
  ok: { icon: CircleCheck, look: "border-transparent bg-ok-soft", colour: "text-ok-text" },
  warn: { icon: TriangleAlert, look: "border-transparent bg-warn-soft", colour: "text-warn-text" },
  danger: { icon: CircleAlert, look: "border-transparent bg-danger-soft", colour: "text-danger-text" },
};

interface CalloutProps {
  tone?: keyof typeof LOOKS;
  title?: string;
  children?: ReactNode;
  /** `alert` interrupts, for a failure just now; `status` waits its turn; none for what was there from the start. */
  role?: "alert" | "status";
}

/** A fact in the page that must not be missed. */
export function Callout({ tone = "info", title, children, role }: CalloutProps) {
  const { icon: Icon, look, colour } = LOOKS[tone];
  return (
    <div role={role} className={cx("flex items-start gap-2 rounded-md border px-3 py-2", look)}>
      <Icon className={cx("mt-0.5 size-4 shrink-0", colour)} aria-hidden="true" />
      <div className="min-w-0 flex-1 text-sm">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={title ? "text-ink-muted" : undefined}>{children}</div>}
      </div>
    </div>
  );
}
