"use client";

import { ChevronsUpDown } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { ComboBox as AriaComboBox, Button, Input, ListBox, ListBoxItem, Popover } from "react-aria-components/ComboBox";
import { cx } from "./cx";
import { FieldLabel, FieldNotes } from "./field";
import { controlClass, type FieldCommon } from "./field-look";
import { listClass, type Option, OptionRow, optionClass, popoverClass } from "./list-look";
import { useMeant } from "./use-meant";

const MOST_SHOWN = 80;

export interface ComboBoxProps extends FieldCommon {
  options: readonly Option[];
  value: string | null;
  onChange: (id: string) => void;
  placeholder?: string;
  isDisabled?: boolean;
  /** Shown in place of the list when nothing matches. */
  whenEmpty?: ReactNode;
}

const matches = (option: Option, text: string) =>
  `${option.label} ${option.detail ?? ""}`
    .toLowerCase()
    .replaceAll("_", " ")
    .includes(text.toLowerCase().replaceAll("_", " "));

/** One of many that are known already, found by typing. Leaving it with a text that matches nothing restores the value. */
export function ComboBox({
  label,
  description,
  error,
  optional,
  hideLabel,
  options,
  value,
  onChange,
  placeholder,
  isDisabled,
  whenEmpty = "Nothing matches.",
}: ComboBoxProps) {
  const chosen = options.find((option) => option.id === value);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? chosen?.label ?? "";
  const found = useMemo(() => {
    if (typed) return options.filter((option) => matches(option, typed));
    // What is chosen is seen when the list opens, however far down it stands.
    return [...options].sort((a, b) => Number(b.id === value) - Number(a.id === value));
  }, [options, typed, value]);
  const shown = found.slice(0, MOST_SHOWN);
  const more = found.length - shown.length;
  const take = (id: string) => {
    setTyped(undefined);
    onChange(id);
  };
  const { onKeyDownCapture } = useMeant({ options: found, text: typed ?? "", onTake: (option) => take(option.id) });
  return (
    <AriaComboBox
      items={shown}
      value={value}
      onChange={(key) => {
        if (key !== null) take(String(key));
        else setTyped(undefined);
      }}
      inputValue={text}
      onInputChange={(next) => setTyped(next === chosen?.label ? undefined : next)}
      onBlur={() => setTyped(undefined)}
      isDisabled={isDisabled}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      className="flex min-w-0 flex-col gap-1"
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <div className="relative">
        <Input
          placeholder={placeholder}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDownCapture={onKeyDownCapture}
          className={cx(controlClass, "pr-8")}
        />
        <Button className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-ink-faint">
          <ChevronsUpDown className="size-3.5" aria-hidden="true" />
        </Button>
      </div>
      <FieldNotes description={description} error={error} />
      <Popover offset={4} className={cx(popoverClass, "max-h-80! w-(--trigger-width)")}>
        <ListBox
          className={listClass}
          renderEmptyState={() => <p className="px-2 py-1.5 text-ink-muted text-sm">{whenEmpty}</p>}
        >
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={optionClass}>
              {({ isSelected }) => <OptionRow option={option} isSelected={isSelected} />}
            </ListBoxItem>
          )}
        </ListBox>
        {more > 0 && (
          <p className="border-line border-t px-3 py-1.5 text-ink-muted text-sm">{`Type to find ${more} more.`}</p>
        )}
      </Popover>
    </AriaComboBox>
  );
}
