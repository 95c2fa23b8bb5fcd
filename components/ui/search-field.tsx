"use client";

import { Search, X } from "lucide-react";
import type { Ref } from "react";
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Button,
  Input,
} from "react-aria-components/SearchField";
import { cx } from "./cx";
import { controlClass, FieldLabel } from "./field";
import { Spinner } from "./spinner";

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, "className" | "style" | "children"> {
  /** Read out; the magnifier says it to the eye. */
  label: string;
  placeholder?: string;
  isSearching?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A filter box: Escape empties it. */
export function SearchField({ label, placeholder, isSearching, inputRef, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} className="group relative flex min-w-0 items-center">
      <FieldLabel label={label} hideLabel />
      <span className="pointer-events-none absolute left-2.5 text-ink-faint">
        {isSearching ? <Spinner className="size-3.5" /> : <Search className="size-3.5" aria-hidden="true" />}
      </span>
      <Input
        ref={inputRef}
        placeholder={placeholder}
        className={cx(controlClass, "px-8 [&::-webkit-search-cancel-button]:hidden")}
      />
      <Button className="absolute right-1 flex size-6 items-center justify-center rounded-md text-ink-faint data-hovered:text-ink group-data-empty:hidden">
        <X className="size-3.5" aria-hidden="true" />
      </Button>
    </AriaSearchField>
  );
}
