import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

export type Tone = "neutral" | "accent" | "ok" | "warn" | "danger";

const TONES: Record<Tone, string> = {
  neutral: "border-line bg-sunken text-ink-muted",
  accent: "border-transparent bg-accent-soft text-accent-text",
  ok: "border-transparent bg-ok-soft text-ok-text",
  warn: "border-transparent bg-warn-soft text-warn-text",
  danger: "border-transparent bg-danger-soft text-danger-text",
};

interface BadgeProps {
  children: ReactNode;
  tone?: Tone;
  /** A shape beside the text: colour alone says nothing. */
  icon?: LucideIcon;
}

/** A short fact beside a name. */
export function Badge({ children, tone = "neutral", icon: Icon }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-md border px-1.5 text-xs font-medium",
        TONES[tone],
      )}
    >
      {Icon && <Icon className="size-3 shrink-0" aria-hidden="true" />}
      {children}
    </span>
  );
}
