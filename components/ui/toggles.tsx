"use client";

import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components/Checkbox";
import {
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
} from "react-aria-components/RadioGroup";
import { FieldLabel, FieldNotes } from "./field";
import type { FieldCommon } from "./field-look";
import { ROW, Words } from "./toggle-look";

const BOX =
  "mt-0.5 flex size-4 shrink-0 items-center justify-center border border-line-strong bg-surface text-accent-fg group-data-disabled:bg-sunken group-data-selected:border-accent group-data-selected:bg-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-focus-visible:outline-offset-2 forced-colors:group-data-selected:border-[Highlight] forced-colors:group-data-selected:bg-[Highlight] forced-colors:group-data-selected:text-[HighlightText]";

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
