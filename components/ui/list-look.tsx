import { Check } from "lucide-react";
import type { ReactNode } from "react";

/** What lists, menus and pickers show of an option. */
export interface Option {
  id: string;
  label: string;
  /** A second, quieter fact. */
  detail?: string;
}

export const popoverClass =
  "flex flex-col overflow-hidden rounded-lg border border-line-strong bg-raised text-ink outline-none data-entering:animate-appear";

export const listClass = "min-h-0 flex-1 overflow-y-auto p-1 outline-none";

export const optionClass =
  "group flex min-h-7 cursor-default select-none items-center gap-2 rounded-md px-2 py-1 text-base outline-none -outline-offset-2 data-focused:bg-hover data-hovered:bg-hover data-disabled:text-ink-faint forced-colors:data-focused:outline-2 forced-colors:data-focused:outline-[Highlight]";

export const sectionHeaderClass = "px-2 pt-2 pb-1 font-medium text-ink-faint text-xs";

/** An option's row: icon or tick, label, detail at the right. */
export function OptionRow({ option, isSelected, icon }: { option: Option; isSelected?: boolean; icon?: ReactNode }) {
  return (
    <>
      {isSelected !== undefined && (
        <Check
          className={isSelected ? "size-4 shrink-0 text-accent-text" : "invisible size-4 shrink-0"}
          aria-hidden="true"
        />
      )}
      {icon}
      <span className="min-w-0 flex-1 truncate">{option.label}</span>
      {option.detail && <span className="min-w-0 shrink truncate text-ink-faint text-sm">{option.detail}</span>}
    </>
  );
}
