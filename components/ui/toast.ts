"use client";

import type { ReactNode } from "react";
import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast";

export interface ToastMessage {
  title: string;
  detail?: ReactNode;
  tone?: "info" | "ok" | "danger";
}

export const toastQueue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 4 });
const STAYS_MS = 8_000;

/** Says something at the corner of the page. Failures stay until they are closed; the rest goes after a while. */
export function toast(message: ToastMessage): () => void {
  const key = toastQueue.add(message, message.tone === "danger" ? {} : { timeout: STAYS_MS });
  return () => toastQueue.close(key);
}
