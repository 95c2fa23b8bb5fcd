"use client";

import { digestOf, ErrorState } from "@/components/ui/states";

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <ErrorState title="This page could not be shown" requestId={digestOf(error)} onRetry={retry}>
        Something went wrong here, not with what you did. Nothing was changed by opening it.
      </ErrorState>
    </main>
  );
}
