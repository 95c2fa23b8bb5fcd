"use client";

import { ChevronsUpDown } from "lucide-react";
import { type Ref, useId } from "react";
import { cx } from "./cx";
import { controlClass, ErrorLine, type FieldCommon, LabelText, labelClass } from "./field-look";

interface SelectOption<Id extends string> {
  id: Id;
  label: string;
}

export interface SelectProps<Id extends string> extends FieldCommon {
  options: readonly SelectOption<Id>[];
  /** The chosen option; null while none is. */
  value: Id | null;
  onChange: (id: Id) => void;
  isDisabled?: boolean;
  size?: "sm" | "md";
  ref?: Ref<HTMLSelectElement>;
}

/**
 * One of a few: the browser's own control, whose list every keyboard, phone and screen reader knows. For many options,
 * or for what has to be searched: ComboBox.
 */
export function Select<Id extends string>({
  label,
  description,
  error,
  optional,
  hideLabel,
  options,
  value,
  onChange,
  isDisabled,
  size,
  ref,
}: SelectProps<Id>) {
  const id = useId();
  const noted = description || error;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={labelClass(hideLabel)}>
        <LabelText label={label} optional={optional} />
      </label>
      <span className="relative flex min-w-0">
        <select
          ref={ref}
          id={id}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={noted ? `${id}-notes` : undefined}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value as Id)}
          className={cx(
            controlClass,
            "appearance-none truncate pr-7 hover:bg-hover disabled:bg-sunken disabled:text-ink-faint",
            Boolean(error) && "border-danger",
            size === "sm" && "h-7 text-sm",
          )}
        >
          {value === null && <option value="" disabled hidden />}
          {options.map((option) => (
            <option key={option.id} value={option.id} className="bg-raised text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <ChevronsUpDown
          className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-ink-faint"
          aria-hidden="true"
        />
      </span>
      {noted && (
        <div id={`${id}-notes`} className="flex flex-col gap-1 text-xs">
          {description && <span className="text-ink-muted">{description}</span>}
          {error && (
            <span className="flex items-start gap-1 text-danger-text">
              <ErrorLine>{error}</ErrorLine>
            </span>
          )}
        </div>
      )}
    </div>
  );
}
