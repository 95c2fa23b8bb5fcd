"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Shortcut {
  /** Keys as `KeyboardEvent.key` has them, pressed one after the other: `["?"]`, `["g", "n"]`. `Mod` is Ctrl, or ⌘. */
  keys: readonly string[];
  label: string;
  /** Heading in the help. */
  group: string;
  run: () => void;
}

const BETWEEN_KEYS_MS = 1_000;
const OFF_KEY = "single-key-shortcuts";

let registered: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function set(next: readonly Shortcut[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const NONE: readonly Shortcut[] = [];

export const useShortcutList = (): readonly Shortcut[] =>
  useSyncExternalStore(
    subscribe,
    () => registered,
    () => NONE,
  );

/** Keys that work while the calling component is shown; they stand in the help too. */
export function useShortcut(shortcut: Shortcut): void {
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  const { label, group } = shortcut;
  const spelled = shortcut.keys.join(" ");
  useEffect(() => {
    const entry: Shortcut = { keys: spelled.split(" "), label, group, run: () => latest.current.run() };
    set([...registered, entry]);
    return () => set(registered.filter((each) => each !== entry));
  }, [spelled, label, group]);
}

/** Single keys trouble people who speak to their computer; they can be turned off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(OFF_KEY) !== "off";
}

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(OFF_KEY, isOn ? "on" : "off");
  for (const listener of listeners) listener();
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn, () => true);

/** What `Mod` is called on this keyboard. */
export const modKey = (): string => (/Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘" : "Ctrl");

export const useModKey = (): string => useSyncExternalStore(subscribe, modKey, () => "Ctrl");

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isInOverlay = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null;

/** `Mod k`, `?`: what was pressed, or nothing where the key belongs to what has the focus. */
export function pressed(event: KeyboardEvent): string | undefined {
  if (event.isComposing || event.repeat || event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) return `Mod+${event.key.toLowerCase()}`;
  if (isTyping(event.target) || isInOverlay(event.target) || !areSingleKeysOn()) return undefined;
  return event.key;
}

/** Runs the registered shortcuts; once, in the shell. */
export function useShortcutKeys(): void {
  useEffect(() => {
    let before: { key: string; at: number } | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = pressed(event);
      if (!key) return;
      const sequence = before && event.timeStamp - before.at < BETWEEN_KEYS_MS ? `${before.key} ${key}` : key;
      before = { key, at: event.timeStamp };
      const found = registered.findLast((each) => [sequence, key].includes(each.keys.join(" ")));
      if (!found || event.defaultPrevented) return;
      event.preventDefault();
      before = undefined;
      found.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
