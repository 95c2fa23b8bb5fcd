"use client";

import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { LANGUAGE } from "./locale";

/** Tells every control which language the pages are in. */
export function Language({ children }: { children: ReactNode }) {
  return <I18nProvider locale={LANGUAGE}>{children}</I18nProvider>;
}
