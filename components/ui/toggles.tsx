"use client";

import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components/Checkbox";
import {
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
} from "react-aria-components/RadioGroup";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import { type FieldCommon, FieldLabel, FieldNotes } from "./field";

const ROW = "group flex items-start gap-2 text-base text-ink data-disabled:text-ink-faint outline-none";
const BOX =
  "mt-0.5 flex size-4 shrink-0 items-center justify-center border border-line-strong bg-surface text-accent-fg group-data-disabled:bg-sunken group-data-selected:border-accent group-data-selected:bg-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-focus-visible:outline-offset-2 forced-colors:group-data-selected:border-[Highlight] forced-colors:group-data-selected:bg-[Highlight] forced-colors:group-data-selected:text-[HighlightText]";

function Words({ children, detail }: { children: ReactNode; detail?: ReactNode }) {
  return (
    <span className="min-w-0">
      {children}
      {detail && <span className="block text-ink-muted text-xs">{detail}</span>}
    </span>
  );
}

export interface CheckboxProps extends Omit<AriaCheckboxProps, "className" | "style" | "children"> {
  children: ReactNode;
  detail?: ReactNode;
}

export function Checkbox({ children, detail, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={ROW}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={`${BOX} rounded-sm`}>
            {isIndeterminate ? (
              <Minus className="size-3 text-ink" strokeWidth={3} aria-hidden="true" />
            ) : (
              isSelected && <Check className="size-3" strokeWidth={3} aria-hidden="true" />
            )}
          </span>
          <Words detail={detail}>{children}</Words>
        </>
      )}
    </AriaCheckbox>
  );
}

export interface Choice<Id extends string> {
  id: Id;
  label: ReactNode;
  detail?: ReactNode;
  isDisabled?: boolean;
}

export interface RadioGroupProps<Id extends string>
  extends Omit<AriaRadioGroupProps, "className" | "style" | "children" | "value" | "onChange" | "isInvalid">,
    FieldCommon {
  choices: readonly Choice<Id>[];
  value: Id;
  onChange: (id: Id) => void;
}

export function RadioGroup<Id extends string>({
  label,
  description,
  error,
  optional,
  hideLabel,
  choices,
  value,
  onChange,
  ...props
}: RadioGroupProps<Id>) {
  const choose = (id: string) => {
    const choice = choices.find((each) => each.id === id);
    if (choice) onChange(choice.id);
  };
  return (
    <AriaRadioGroup
      {...props}
      value={value}
      onChange={choose}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className="group/radios flex flex-col gap-1"
    >
      <FieldLabel label={label} optional={optional} hideLabel={hideLabel} />
      <div className="flex flex-col gap-1.5 group-data-[orientation=horizontal]/radios:flex-row group-data-[orientation=horizontal]/radios:flex-wrap group-data-[orientation=horizontal]/radios:gap-x-5">
        {choices.map((choice) => (
          <AriaRadio key={choice.id} value={choice.id} isDisabled={choice.isDisabled} className={ROW}>
            <span className={`${BOX} rounded-full`}>
              <span className="size-1.5 rounded-full bg-current opacity-0 group-data-selected:opacity-100" />
            </span>
            <Words detail={choice.detail}>{choice.label}</Words>
          </AriaRadio>
        ))}
      </div>
      <FieldNotes description={description} error={error} />
    </AriaRadioGroup>
  );
}

export interface SwitchProps extends Omit<AriaSwitchProps, "className" | "style" | "children"> {
  children: ReactNode;
  detail?: ReactNode;
}

/** On or off, at once. Within a form that is sent later: Checkbox. */
export function Switch({ children, detail, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={ROW}>
      <span className="mt-0.5 flex h-4 w-7 shrink-0 items-center rounded-full border border-line-strong bg-sunken px-0.5 group-data-selected:border-accent group-data-selected:bg-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-focus-visible:outline-offset-2 forced-colors:group-data-selected:bg-[Highlight]">
        <span className="size-2.5 rounded-full bg-line-strong transition-transform duration-100 group-data-selected:translate-x-3 group-data-selected:bg-accent-fg forced-colors:bg-[ButtonText]" />
      </span>
      <Words detail={detail}>{children}</Words>
    </AriaSwitch>
  );
}
