"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from "react-aria-components/ComboBox";
import { IconButton } from "./button";
import { cx } from "./cx";
import { controlClass, type FieldCommon, FieldLabel, FieldNotes } from "./field";
import { listClass, type Option, OptionRow, optionClass, popoverClass } from "./list-look";
import { Spinner } from "./spinner";
import { type LoadOptions, useOptions } from "./use-options";

export interface SearchComboProps extends FieldCommon {
  label: string;
  value: Option | undefined;
  onChange: (value: Option | undefined) => void;
  /** Asked with the typed text; the empty text asks for the likeliest. */
  load: LoadOptions<Option>;
  placeholder?: string;
}

/** One of many, found by typing, or none. Leaving it with a text that nobody chose restores the value. */
export function SearchCombo({
  label,
  description,
  error,
  hideLabel,
  value,
  onChange,
  load,
  placeholder,
}: SearchComboProps) {
  const [typed, setTyped] = useState<string>();
  const { options, isLoading, failed } = useOptions(load, typed ?? "");
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.id === key);
    setTyped(undefined);
    if (chosen) onChange(chosen);
  };
  return (
    <ComboBox
      items={options}
      value={null}
      onChange={choose}
      inputValue={typed ?? value?.label ?? ""}
      onInputChange={(text) => setTyped(text === value?.label ? undefined : text)}
      onBlur={() => setTyped(undefined)}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      menuTrigger="focus"
      allowsEmptyCollection
      className="flex min-w-0 flex-col gap-1"
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <div className="relative">
        <Input
          placeholder={placeholder}
          onFocus={(event) => event.currentTarget.select()}
          className={cx(controlClass, "pr-8", value && "border-accent")}
        />
        {isLoading && typed !== undefined ? (
          <Spinner className="absolute top-2 right-2.5 text-ink-faint" />
        ) : (
          value && (
            <span className="absolute inset-y-0 right-0.5 flex items-center">
              <IconButton
                slot={null}
                size="sm"
                icon={X}
                label={`Any ${label.toLowerCase()}`}
                onPress={() => onChange(undefined)}
              />
            </span>
          )
        )}
      </div>
      <FieldNotes description={description} error={error} />
      <Popover offset={4} className={cx(popoverClass, "max-h-72! min-w-(--trigger-width)")}>
        <ListBox
          className={listClass}
          renderEmptyState={() => (
            <p className="px-2 py-1.5 text-ink-muted text-sm">
              {failed ?? (isLoading ? "Searching…" : "Nothing matches.")}
            </p>
          )}
        >
          {(option: Option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={optionClass}>
              <OptionRow option={option} isSelected={option.id === value?.id} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
