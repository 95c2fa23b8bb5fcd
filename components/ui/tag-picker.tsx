"use client";

import { X } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { Button, ComboBox, Input, ListBox, ListBoxItem, Popover } from "react-aria-components/ComboBox";
import { Tag, TagGroup, TagList } from "react-aria-components/TagGroup";
import { cx } from "./cx";
import { FieldLabel, FieldNotes } from "./field";
import { controlClass, type FieldCommon } from "./field-look";
import { listClass, type Option, OptionRow, optionClass, popoverClass } from "./list-look";
import { Spinner } from "./spinner";
import { useMeant } from "./use-meant";
import { type LoadOptions, useOptions } from "./use-options";

export interface TagPickerProps extends FieldCommon {
  value: readonly Option[];
  onChange: (value: Option[]) => void;
  /** Asked with the typed text; the empty text asks for the likeliest. */
  load: LoadOptions<Option>;
  /** Chips that are always there and can't be taken off. */
  fixed?: readonly Option[];
  placeholder?: string;
  isDisabled?: boolean;
}

function Chips({
  label,
  value,
  onChange,
  fixed,
}: Pick<TagPickerProps, "label" | "value" | "onChange"> & { fixed: readonly Option[] }) {
  const removable = new Set(value.map((option) => option.id));
  const shown = [...fixed.filter((option) => !removable.has(option.id)), ...value];
  if (shown.length === 0) return null;
  return (
    <TagGroup
      aria-label={`${label}: chosen`}
      onRemove={(keys) => onChange(value.filter((option) => !keys.has(option.id)))}
    >
      <TagList items={shown} dependencies={[removable.size]} className="flex flex-wrap gap-1">
        {(option) => (
          <Tag
            id={option.id}
            textValue={option.label}
            className="flex h-6 max-w-full items-center gap-1 rounded-md border border-line-strong bg-sunken pr-1 pl-2 text-sm outline-offset-1"
          >
            <span className="truncate">{option.label}</span>
            {removable.has(option.id) ? (
              <Button
                slot="remove"
                className="flex size-4 items-center justify-center rounded-sm text-ink-faint data-hovered:bg-hover data-hovered:text-ink"
              >
                <X className="size-3" aria-hidden="true" />
              </Button>
            ) : (
              <span className="pr-1 text-ink-faint">always</span>
            )}
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}

interface FoundProps {
  /** What the list opens below: else the box. */
  below: RefObject<HTMLElement | null> | undefined;
  whenEmpty: string;
}

function Found({ below, whenEmpty }: FoundProps) {
  return (
    <Popover triggerRef={below} offset={4} className={cx(popoverClass, "max-h-72! w-(--trigger-width)")}>
      <ListBox
        className={listClass}
        renderEmptyState={() => <p className="px-2 py-1.5 text-ink-muted text-sm">{whenEmpty}</p>}
      >
        {(option: Option) => (
          <ListBoxItem id={option.id} textValue={option.label} className={optionClass}>
            <OptionRow option={option} />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

const unfinishedText = (text: string) =>
  `“${text.trim()}” is not chosen yet: choose it from the list, or empty the box.`;

/**
 * Several of many, found by typing: Enter chooses, which closes the list and leaves the focus in the box; Backspace in the empty
 * box takes the last one off. Leaving it takes the only match of its text; any other text is said to be nothing yet.
 */
export function TagPicker({
  label,
  description,
  error,
  optional,
  hideLabel,
  value,
  onChange,
  load,
  fixed = [],
  placeholder,
  isDisabled,
}: TagPickerProps) {
  const [text, setText] = useState("");
  const [isLeft, setLeft] = useState(false);
  const notes = useRef<HTMLDivElement>(null);
  // The list closes at a choice only where the choice becomes the value; for a moment it does.
  const [justChosen, setJustChosen] = useState<string | null>(null);
  const { options, isLoading, failed } = useOptions(load, text);
  const taken = new Set([...value, ...fixed].map((option) => option.id));
  const shown = options.filter((option) => !taken.has(option.id));
  const add = (key: unknown) => {
    const chosen = shown.find((option) => option.id === key);
    if (!chosen) return;
    setText("");
    setJustChosen(chosen.id);
    onChange([...value, { id: chosen.id, label: chosen.label, detail: chosen.detail }]);
  };
  const { settle, onKeyDownCapture } = useMeant({ options: shown, text, isLoading, onTake: ({ id }) => add(id) });
  const isUnfinished = text.trim() !== "";
  const said = error ?? (isLeft && isUnfinished && !isLoading ? unfinishedText(text) : undefined);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <ComboBox
        items={shown}
        value={justChosen}
        onChange={add}
        onOpenChange={() => setJustChosen(null)}
        inputValue={text}
        onInputChange={setText}
        isDisabled={isDisabled}
        isInvalid={Boolean(said)}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true);
          settle();
        }}
        validationBehavior="aria"
        menuTrigger="focus"
        allowsEmptyCollection
        className="flex min-w-0 flex-col gap-1"
      >
        <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
        <div className="relative">
          <Input
            placeholder={placeholder}
            className={cx(controlClass, "pr-8")}
            data-unfinished={isUnfinished || undefined}
            onKeyDown={(event) => {
              if (event.key === "Backspace" && text === "") onChange(value.slice(0, -1));
            }}
            onKeyDownCapture={onKeyDownCapture}
          />
          {isLoading && <Spinner className="absolute top-2 right-2.5 text-ink-faint" />}
        </div>
        <div ref={notes} className="flex flex-col gap-1 empty:hidden">
          <FieldNotes description={description} error={said} />
        </div>
        {/* What is wrong stays in sight though the focus that brings people here opens the list. */}
        <Found
          below={said ? notes : undefined}
          whenEmpty={failed ?? (isLoading ? "Searching…" : "Nothing else matches.")}
        />
      </ComboBox>
      <Chips label={label} value={value} onChange={onChange} fixed={fixed} />
    </div>
  );
}
