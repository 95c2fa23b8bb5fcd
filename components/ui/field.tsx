"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FieldError as AriaFieldError } from "react-aria-components/FieldError";
import { Label as AriaLabel } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
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

interface FieldLabelProps extends Pick<FieldCommon, "label" | "optional" | "hideLabel"> {
  /** The control's id, where the field is no component of the library's, which finds it by itself. */
  htmlFor?: string;
}

export function FieldLabel({ label, optional, hideLabel, htmlFor }: FieldLabelProps) {
  return (
    <AriaLabel htmlFor={htmlFor} className={cx("text-sm font-medium text-ink", hideLabel && "sr-only")}>
      {label}
      {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
    </AriaLabel>
  );
}

/** Description and error of a field, in that order. */
export function FieldNotes({ description, error }: Pick<FieldCommon, "description" | "error">) {
  return (
    <>
      {description && (
        <Text slot="description" className="text-xs text-ink-muted">
          {description}
        </Text>
      )}
      <AriaFieldError className="flex items-start gap-1 text-xs text-danger-text">
        {({ validationErrors }) => <ErrorLine>{error ?? validationErrors.join(" ")}</ErrorLine>}
      </AriaFieldError>
    </>
  );
}

export function ErrorLine({ children }: { children: ReactNode }) {
  return (
    <>
      <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </>
  );
}
