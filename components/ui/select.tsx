"use client";

import { ChevronsUpDown } from "lucide-react";
import {
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from "react-aria-components/Select";
import { cx } from "./cx";
import { controlClass, type FieldCommon, FieldLabel, FieldNotes } from "./field";
import { listClass, type Option, OptionRow, optionClass, popoverClass } from "./list-look";

type Base = Omit<
  AriaSelectProps<Option>,
  "className" | "style" | "children" | "isInvalid" | "value" | "defaultValue" | "onChange" | "selectionMode"
>;

export interface SelectProps<Id extends string> extends Base, FieldCommon {
  options: readonly (Option & { id: Id })[];
  value: Id | null;
  onChange: (id: Id) => void;
  size?: "sm" | "md";
}

/** One of a few. For many, or for what has to be searched: ComboBox. */
export function Select<Id extends string>({
  label,
  description,
  error,
  optional,
  hideLabel,
  options,
  value,
  onChange,
  size,
  ...props
}: SelectProps<Id>) {
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.id === key);
    if (chosen) onChange(chosen.id);
  };
  return (
    <AriaSelect
      {...props}
      value={value}
      onChange={choose}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="flex min-w-0 flex-col gap-1"
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <Button
        className={cx(
          controlClass,
          "flex items-center gap-2 text-left data-hovered:bg-hover",
          size === "sm" && "h-7 text-sm",
        )}
      >
        <SelectValue className="min-w-0 flex-1 truncate data-placeholder:text-ink-faint">
          {({ defaultChildren, isPlaceholder }) =>
            isPlaceholder ? defaultChildren : options.find((option) => option.id === value)?.label
          }
        </SelectValue>
        <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
      </Button>
      <FieldNotes description={description} error={error} />
      <Popover offset={4} className={cx(popoverClass, "min-w-(--trigger-width)")}>
        <ListBox items={options} className={listClass}>
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={optionClass}>
              {({ isSelected }) => <OptionRow option={option} isSelected={isSelected} />}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
