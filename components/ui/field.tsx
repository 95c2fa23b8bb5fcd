"use client";

import { FieldError as AriaFieldError } from "react-aria-components/FieldError";
import { Label as AriaLabel } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { ErrorLine, type FieldCommon, LabelText, labelClass } from "./field-look";

export function FieldLabel({ label, optional, hideLabel }: Pick<FieldCommon, "label" | "optional" | "hideLabel">) {
  return (
    <AriaLabel className={labelClass(hideLabel)}>
      <LabelText label={label} optional={optional} />
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
