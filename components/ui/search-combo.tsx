"use client";

import { X } from "lucide-react";
import { useRef, useState } from "react";
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from "react-aria-components/ComboBox";
import { IconButton } from "./button";
import { cx } from "./cx";
import { FieldLabel, FieldNotes } from "./field";
import { controlClass, type FieldCommon } from "./field-look";
import { listClass, type Option, OptionRow, optionClass, popoverClass } from "./list-look";
import { Spinner } from "./spinner";
import { useMeant } from "./use-meant";
import { type LoadOptions, useOptions } from "./use-options";

export interface SearchComboProps extends FieldCommon {
  label: string;
  value: Option | undefined;
  onChange: (value: Option | undefined) => void;
  /** Asked with the typed text; the empty text asks for the likeliest. */
  load: LoadOptions<Option>;
  placeholder?: string;
}

function Found({ chosenId, whenEmpty }: { chosenId: string | undefined; whenEmpty: string }) {
  return (
    <Popover offset={4} className={cx(popoverClass, "max-h-72! min-w-(--trigger-width)")}>
      <ListBox
        className={listClass}
        renderEmptyState={() => <p className="px-2 py-1.5 text-ink-muted text-sm">{whenEmpty}</p>}
      >
        {(option: Option) => (
          <ListBoxItem id={option.id} textValue={option.label} className={optionClass}>
            <OptionRow option={option} isSelected={option.id === chosenId} />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

function Clear({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <span className="absolute inset-y-0 right-0.5 flex items-center">
      <IconButton slot={null} size="sm" icon={X} label={`Any ${label.toLowerCase()}`} onPress={onPress} />
    </span>
  );
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
  const isFocused = useRef(false);
  const { options, isLoading, failed } = useOptions(load, typed ?? "");
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.id === key);
    // Its label stays until the value has come round: a box whose text changes opens its list again.
    setTyped(chosen?.label);
    if (chosen) onChange(chosen);
  };
  const { onKeyDownCapture } = useMeant({
    options,
    text: typed ?? "",
    isLoading,
    onTake: (option) => choose(option.id),
  });
  return (
    <ComboBox
      items={options}
      value={value?.id ?? null}
      onChange={choose}
      inputValue={typed ?? value?.label ?? ""}
      onInputChange={(text) => {
        // A value that is set from outside isn't among the options, and would empty the box.
        if (isFocused.current) setTyped(text === value?.label ? undefined : text);
      }}
      onFocus={() => {
        isFocused.current = true;
      }}
      onBlur={() => {
        isFocused.current = false;
        setTyped(undefined);
      }}
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
          onKeyDownCapture={onKeyDownCapture}
          className={cx(controlClass, "pr-8", value && "border-accent")}
        />
        {isLoading && typed !== undefined ? (
          <Spinner className="absolute top-2 right-2.5 text-ink-faint" />
        ) : (
          value && (
            <Clear
              label={label}
              onPress={() => {
                setTyped(undefined);
                onChange(undefined);
              }}
            />
          )
        )}
      </div>
      <FieldNotes description={description} error={error} />
      <Found chosenId={value?.id} whenEmpty={failed ?? (isLoading ? "Searching…" : "Nothing matches.")} />
    </ComboBox>
  );
}
