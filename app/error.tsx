"use client";

import { PageFailure } from "@/components/patterns/page-failure";

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

export default function ErrorPage(props: ErrorPageProps) {
  return (
    <main className="flex min-h-dvh flex-col justify-center">
      <PageFailure {...props} />
    </main>
  );
}
