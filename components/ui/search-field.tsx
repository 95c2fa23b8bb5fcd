"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { cx } from "./cx";
import { controlClass, labelClass } from "./field-look";
import { Spinner } from "./spinner";
import { useTypedEarly } from "./use-awake";

export interface SearchFieldProps {
  /** Read out; the magnifier says it to the eye. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  isSearching?: boolean;
}

/** A filter box: Escape empties it. The browser's own control, on pages that load little else at first. */
export function SearchField({ label, placeholder, value, onChange, isSearching }: SearchFieldProps) {
  const id = useId();
  const input = useTypedEarly<HTMLInputElement>(value, onChange);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || value === "") return;
    event.preventDefault();
    event.stopPropagation();
    onChange("");
  };
  return (
    <div className="relative flex min-w-0 items-center">
      <label htmlFor={id} className={labelClass(true)}>
        {label}
      </label>
      <span className="pointer-events-none absolute left-2.5 text-ink-faint">
        {isSearching ? <Spinner className="size-3.5" /> : <Search className="size-3.5" aria-hidden="true" />}
      </span>
      <input
        ref={input}
        id={id}
        type="search"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        className={cx(controlClass, "px-8 [&::-webkit-search-cancel-button]:hidden")}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          // Escape does the same by keyboard; the focus stays where the words are typed.
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
          className="absolute right-1 flex size-6 items-center justify-center rounded-md text-ink-faint hover:text-ink"
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
