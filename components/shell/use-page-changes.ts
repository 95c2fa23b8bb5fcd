"use client";

import { usePathname } from "next/navigation";
import { type RefObject, useEffect, useRef } from "react";

/**
 * What a browser does by itself when a page loads, done for pages that change in place: the new one begins at its top
 * and going back finds the old place. The framework reads the new title out. Focus moves only where it would be lost.
 */
export function usePageChanges(main: RefObject<HTMLElement | null>): void {
  const pathname = usePathname();
  const places = useRef(new Map<string, number>());
  const isBack = useRef(false);
  const shown = useRef(pathname);

  useEffect(() => {
    const onPop = () => {
      isBack.current = true;
    };
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, []);

  useEffect(() => {
    const element = main.current;
    if (!element) return;
    const remember = () => places.current.set(shown.current, element.scrollTop);
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [main]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const element = main.current;
    if (!element) return;
    element.scrollTop = isBack.current ? (places.current.get(pathname) ?? 0) : 0;
    isBack.current = false;
    if (!document.activeElement || document.activeElement === document.body) element.focus({ preventScroll: true });
  }, [pathname, main]);
}
