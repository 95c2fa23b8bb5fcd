"use client";

import { digestOf, ErrorState } from "@/components/ui/states";

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

/** Within the shell: the way to the other pages stays. */
export default function ConsoleErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <ErrorState title="This page could not be shown" requestId={digestOf(error)} onRetry={retry}>
      Something went wrong here, not with what you did. Nothing was changed by opening it.
    </ErrorState>
  );
}
