import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

/** The outline that inputs, selects and pickers share. */
export const controlClass =
  "h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-ink -outline-offset-1 data-focused:border-focus data-invalid:border-danger data-disabled:bg-sunken data-disabled:text-ink-faint [&[readonly]]:bg-sunken [&[readonly]]:text-ink-muted";

export interface FieldCommon {
  label: string;
  /** A sentence under the label's control: what it is for, what is expected. */
  description?: ReactNode;
  /** What is wrong with the value; shown at the field and read out with it. */
  error?: ReactNode;
  /** Marks what need not be filled in. */
  optional?: boolean;
  /** The label is read out but not drawn. */
  hideLabel?: boolean;
}

interface LabelTextProps extends Pick<FieldCommon, "label" | "optional"> {}

/** What a label says. */
export function LabelText({ label, optional }: LabelTextProps) {
  return (
    <>
      {label}
      {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
    </>
  );
}

export const labelClass = (hideLabel: boolean | undefined): string =>
  cx("text-sm font-medium text-ink", hideLabel && "sr-only");

export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </>
  );
}
