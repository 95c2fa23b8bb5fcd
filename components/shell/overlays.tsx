"use client";

import dynamic from "next/dynamic";
import { type Dispatch, type SetStateAction, useEffect, useState, useSyncExternalStore } from "react";
import type { SessionView } from "@/server/contract/console";
import { useAsked } from "../patterns/confirm-action";
import { loadMenuList } from "../ui/menu";
import { toastQueue } from "../ui/toast";
import type { Overlay } from "./nav";
import type { NavItem } from "./nav-items";
import { pageItems, useOwnActions } from "./own-items";
import { useConsoleSearch } from "./use-console-search";
import { useHasEnded } from "./use-has-ended";

/*
 * What no page shows at first comes after the page itself: but before it is asked for, as what is typed right after a
 * key must not be lost, and a message about a lost connection can't be fetched any more.
 */
const loaders = {
  palette: () => import("./command-palette").then((module) => module.CommandPalette),
  keyboard: () => import("./keyboard-help").then((module) => module.KeyboardHelp),
  drawer: () => import("./nav-drawer").then((module) => module.NavDrawer),
  ended: () => import("./session-ended").then((module) => module.SessionEnded),
  asking: () => import("../patterns/asking").then((module) => module.Asking),
  menu: loadMenuList,
  toaster: () => import("../ui/toaster").then((module) => module.Toaster),
};
const CommandPalette = dynamic(loaders.palette, { ssr: false });
const KeyboardHelp = dynamic(loaders.keyboard, { ssr: false });
const NavDrawer = dynamic(loaders.drawer, { ssr: false });
const SessionEnded = dynamic(loaders.ended, { ssr: false });
const Asking = dynamic(loaders.asking, { ssr: false });
const Toaster = dynamic(loaders.toaster, { ssr: false });

const AFTER_THE_PAGE_MS = 1_000;

function useFetchedEarly(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of Object.values(loaders)) void load().catch(() => undefined);
    }, AFTER_THE_PAGE_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Stays once there was one: a region that comes and goes with its messages is not read out. */
function useHasToasts(): boolean {
  const [had, setHad] = useState(false);
  const has = useSyncExternalStore(
    (listener) => toastQueue.subscribe(listener),
    () => toastQueue.visibleToasts.length > 0,
    () => false,
  );
  if (has && !had) setHad(true);
  return had || has;
}

interface OverlaysProps {
  session: SessionView;
  pages: readonly NavItem[];
  overlay: Overlay | undefined;
  setOverlay: Dispatch<SetStateAction<Overlay | undefined>>;
}

/** Everything that can lie over a page. */
export function Overlays({ session, pages, overlay, setOverlay }: OverlaysProps) {
  useFetchedEarly();
  const actions = useOwnActions(session, setOverlay);
  const [hasEnded, setEnded] = useHasEnded();
  const asked = useAsked();
  const hasToasts = useHasToasts();
  const close = () => setOverlay(undefined);
  // An action of the palette may have opened another overlay by the time the palette closes.
  const closePalette = () => setOverlay((now) => (now === "palette" ? undefined : now));
  return (
    <>
      {overlay === "palette" && (
        <CommandPalette
          isOpen
          onOpenChange={closePalette}
          items={[...actions, ...pageItems(pages)]}
          useSearch={useConsoleSearch}
        />
      )}
      {overlay === "keyboard" && <KeyboardHelp isOpen onOpenChange={close} />}
      {overlay === "menu" && <NavDrawer session={session} pages={pages} open={setOverlay} close={close} />}
      {hasEnded && <SessionEnded session={session} done={() => setEnded(false)} />}
      {asked && <Asking key={asked.id} request={asked.request} />}
      {hasToasts && <Toaster />}
    </>
  );
}
