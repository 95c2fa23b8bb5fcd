"use client";

import { type ReactNode, useSyncExternalStore } from "react";

export interface ConfirmRequest {
  title: string;
  body: ReactNode;
  /** The verb and its object: `Cancel reservation`. */
  confirmLabel: string;
  tone?: "primary" | "danger";
  cancelLabel?: string;
  width?: "sm" | "md" | "lg";
  /** Done when it resolves; a rejection is said in the dialog, which stays. */
  action: () => Promise<unknown>;
}

interface Asked {
  id: number;
  request: ConfirmRequest;
}

let asked: Asked | undefined;
let count = 0;
const listeners = new Set<() => void>();

function set(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks before doing. For questions that need more than a text: ConfirmDialog. */
export function confirmAction(request: ConfirmRequest): void {
  count += 1;
  set({ id: count, request });
}

export const settleConfirm = (): void => set(undefined);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What is asked right now. */
export const useAsked = (): Asked | undefined =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  );
