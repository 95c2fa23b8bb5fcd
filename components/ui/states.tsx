"use client";

import { CircleAlert, type LucideIcon, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

interface EmptyStateProps {
  icon?: LucideIcon;
  /** What would be here: `No nodes yet`. */
  title: string;
  /** How to get it. */
  children?: ReactNode;
  /** The one way on: a Button or ButtonLink. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      {Icon && <Icon className="size-6 text-ink-faint" strokeWidth={1.5} aria-hidden="true" />}
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children && <div className="text-ink-muted text-sm">{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** The mark by which a failure that the server met while it made a page is found in the log. */
export function digestOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}

interface ErrorStateProps {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  requestId?: string;
}

/** Something could not be shown: what, and the way to try again. */
export function ErrorState({ title, children, onRetry, isRetrying, requestId }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <CircleAlert className="size-6 text-danger-text" strokeWidth={1.5} aria-hidden="true" />
      <div className="flex max-w-md flex-col gap-1">
        <p className="font-medium">{title}</p>
        {children && <div className="text-ink-muted text-sm">{children}</div>}
        {requestId && (
          <p className="text-ink-faint text-xs">
            Request <code>{requestId}</code>
          </p>
        )}
      </div>
      {onRetry && (
        <Button icon={RotateCw} onPress={onRetry} isPending={isRetrying}>
          Try again
        </Button>
      )}
    </div>
  );
}
