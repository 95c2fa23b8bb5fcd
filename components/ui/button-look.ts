import { cx } from "./cx";

export interface ButtonLook {
  /** One primary a view; danger only for what ends something. */
  variant?: "primary" | "secondary" | "quiet" | "danger";
  /** 28 px in bars and tables, else 32 px. */
  size?: "sm" | "md";
}

const BASE =
  "inline-flex max-w-full shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium no-underline transition-colors duration-100 data-disabled:cursor-default data-disabled:border-line data-disabled:bg-sunken data-disabled:text-ink-faint aria-disabled:cursor-not-allowed forced-colors:data-disabled:text-[GrayText] forced-colors:aria-disabled:text-[GrayText]";

// `enabled`: neither disabled nor refusing with a reason, so that a refusing button doesn't light up under the mouse.
const LOOKS = {
  primary:
    "border-transparent bg-accent text-accent-fg data-hovered:bg-accent-hover data-pressed:bg-accent-hover aria-disabled:not-data-pending:border-line aria-disabled:not-data-pending:bg-sunken aria-disabled:not-data-pending:text-ink-faint",
  secondary:
    "border-line-strong bg-surface text-ink data-hovered:bg-hover data-pressed:bg-hover aria-disabled:not-data-pending:border-line aria-disabled:not-data-pending:bg-sunken aria-disabled:not-data-pending:text-ink-faint",
  quiet:
    "border-transparent bg-transparent text-ink-muted data-hovered:bg-hover data-hovered:text-ink data-pressed:bg-hover aria-expanded:bg-hover aria-expanded:text-ink aria-disabled:not-data-pending:bg-transparent aria-disabled:not-data-pending:text-ink-faint data-disabled:border-transparent data-disabled:bg-transparent",
  danger:
    "border-transparent bg-danger text-white data-hovered:bg-danger-hover data-pressed:bg-danger-hover aria-disabled:not-data-pending:border-line aria-disabled:not-data-pending:bg-sunken aria-disabled:not-data-pending:text-ink-faint",
};

export function buttonClass({ variant = "secondary", size = "md", square = false }: ButtonLook & { square?: boolean }) {
  const measure =
    size === "sm" ? cx("h-7 text-sm", square ? "w-7" : "px-2.5") : cx("h-8 text-base", square ? "w-8" : "px-3");
  return cx(BASE, LOOKS[variant], measure);
}
