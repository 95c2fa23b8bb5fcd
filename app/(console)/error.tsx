"use client";

import { PageFailure } from "@/components/patterns/page-failure";

interface ErrorPageProps {
  error: unknown;
  retry: () => void;
}

/** Within the shell: the way to the other pages stays. */
export default function ConsoleErrorPage(props: ErrorPageProps) {
  return <PageFailure {...props} />;
}
