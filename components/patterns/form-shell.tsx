"use client";

import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { Callout } from "../ui/callout";
import { cx } from "../ui/cx";
import { otherProblems, type Problem } from "./problem";

export interface FormShellProps {
  /** Its name for assistive technology. */
  label: string;
  onSubmit: () => void;
  /** What the server refused; each field takes its own by `fieldError(problem, name)`. */
  problem?: Problem;
  /** The fields that show their own problems; the rest is said at the top. */
  fieldNames: readonly string[];
  children: ReactNode;
  /** The row of buttons; the last one submits. */
  footer?: ReactNode;
  id?: string;
  className?: string;
}

const focusFirstInvalid = (form: HTMLElement | null) =>
  form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();

/** Before sending: the first field with a text that is not a value yet gets the focus. False: there is none. */
export function focusUnfinished(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>("[data-unfinished]");
  field?.focus();
  return Boolean(field);
}

/** For forms that are no FormShell: around the fields, it focuses the first one with a problem when problems come. */
export function useFocusOnProblems(problems: object, isRefused: boolean) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRefused || Object.keys(problems).length > 0) focusFirstInvalid(fields.current);
  }, [problems, isRefused]);
  return fields;
}

/** A form that never loses what was typed. After a refusal, its own or the server's, the first field with a problem has the focus. */
export function FormShell({ label, onSubmit, problem, fieldNames, children, footer, id, className }: FormShellProps) {
  const form = useRef<HTMLFormElement>(null);
  const others = otherProblems(problem, fieldNames);
  useEffect(() => {
    if (!problem) return;
    // What is said at the top must be seen, wherever the button is; a field with a problem then comes into view instead.
    form.current?.querySelector("[role='alert']")?.scrollIntoView({ block: "nearest" });
    focusFirstInvalid(form.current);
  }, [problem]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (focusUnfinished(form.current)) return;
    onSubmit();
    // What the form itself refuses is in the page by the next frame.
    requestAnimationFrame(() => focusFirstInvalid(form.current));
  };
  return (
    <form
      ref={form}
      id={id}
      aria-label={label}
      noValidate
      onSubmit={submit}
      className={cx("flex flex-col gap-4", className)}
    >
      {others.length > 0 && (
        <Callout tone="danger" role="alert">
          {others.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {problem?.requestId && problem.code === undefined && (
            <p className="text-ink-muted text-xs">
              Request <code>{problem.requestId}</code>
            </p>
          )}
        </Callout>
      )}
      {children}
      {footer && <div className="flex flex-wrap justify-end gap-2 pt-1">{footer}</div>}
    </form>
  );
}
