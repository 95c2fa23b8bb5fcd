"use client";

import type { ReactNode } from "react";
import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
} from "react-aria-components/TextField";
import { cx } from "./cx";
import { FieldLabel, FieldNotes } from "./field";
import { controlClass, type FieldCommon } from "./field-look";
import { useTypedEarly } from "./use-awake";

type Base = Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid" | "validationBehavior"> &
  FieldCommon;

export interface TextFieldProps extends Base {
  placeholder?: string;
  /** Addresses, ids and keys. */
  mono?: boolean;
  /** After the input, inside its row. */
  trailing?: ReactNode;
}

/** One line of text with label, description and error. */
export function TextField({
  label,
  description,
  error,
  optional,
  hideLabel,
  placeholder,
  mono,
  trailing,
  ...props
}: TextFieldProps) {
  const input = useTypedEarly<HTMLInputElement>(props.value, props.onChange);
  return (
    <AriaTextField
      {...props}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="flex min-w-0 flex-col gap-1"
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <div className="flex gap-2">
        <Input ref={input} placeholder={placeholder} className={cx(controlClass, mono && "font-mono text-sm")} />
        {trailing}
      </div>
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  );
}

export interface TextAreaProps extends Base {
  placeholder?: string;
  rows?: number;
  mono?: boolean;
}

/** Several lines of text with label, description and error. */
export function TextArea({
  label,
  description,
  error,
  optional,
  hideLabel,
  placeholder,
  rows = 3,
  mono,
  ...props
}: TextAreaProps) {
  const area = useTypedEarly<HTMLTextAreaElement>(props.value, props.onChange);
  return (
    <AriaTextField
      {...props}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="flex min-w-0 flex-col gap-1"
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <AriaTextArea
        ref={area}
        rows={rows}
        placeholder={placeholder}
        className={cx(controlClass, "h-auto resize-y py-1.5", mono && "font-mono text-sm")}
      />
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  );
}
