import { cx } from "./cx";

export interface ToggleRowProps<Id extends string> {
  /** Read out before the choices. */
  label: string;
  options: readonly { id: Id; label: string }[];
  isOn: (id: Id) => boolean;
  onToggle: (id: Id) => void;
}

/** A few choices side by side, each pressed or not: filters that add up, views that replace each other. */
export function ToggleRow<Id extends string>({ label, options, isOn, onToggle }: ToggleRowProps<Id>) {
  return (
    <fieldset className="flex min-w-0 max-w-full overflow-x-auto rounded-md border border-line-strong bg-surface">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          aria-pressed={isOn(option.id)}
          onClick={() => onToggle(option.id)}
          className={cx(
            "h-7.5 shrink-0 border-line-strong border-l px-1.5 text-sm sm:px-2.5 -outline-offset-2 first-of-type:border-l-0",
            isOn(option.id)
              ? "bg-accent-soft font-medium text-accent-text forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]"
              : "text-ink-muted hover:bg-hover hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
