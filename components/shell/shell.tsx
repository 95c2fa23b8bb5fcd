"use client";

import { Keyboard, LogOut, Menu as MenuIcon, Search, SunMoon, Users } from "lucide-react";
import dynamic from "next/dynamic";
import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { RouterProvider } from "react-aria-components";
import type { SessionView } from "@/server/contract/console";
import { ConfirmHost } from "../patterns/confirm";
import { IconButton } from "../ui/button";
import { Drawer } from "../ui/dialog";
import { LiveRegion } from "../ui/live-region";
import { Toaster } from "../ui/toast";
import { AccountMenu } from "./account-menu";
import { LiveBanner } from "./live-banner";
import { Logo } from "./logo";
import { itemsFor, type NavItem } from "./nav-items";
import { OrgMenu } from "./org-menu";
import type { PaletteItem } from "./palette-search";
import { useSessionActions } from "./session-actions";
import { SessionEnded } from "./session-ended";
import { useShortcut, useShortcutKeys } from "./shortcuts";
import { NavLinks, PaletteButton, SideNav } from "./side-nav";
import { useConsoleSearch } from "./use-console-search";
import { usePageChanges } from "./use-page-changes";
import { useTheme } from "./use-theme";

const loadPalette = () => import("./command-palette").then((module) => module.CommandPalette);
const CommandPalette = dynamic(loadPalette);
const KeyboardHelp = dynamic(() => import("./keyboard-help").then((module) => module.KeyboardHelp));

const PALETTE_AFTER_MS = 1_000;

type Overlay = "palette" | "keyboard" | "menu";

function pageItems(pages: readonly NavItem[]): PaletteItem[] {
  return pages.map((page) => ({
    id: `page:${page.href}`,
    section: "Pages",
    label: page.label,
    icon: page.icon,
    href: page.href,
  }));
}

function useOwnActions(session: SessionView, open: (overlay: Overlay) => void): PaletteItem[] {
  const { signOut, switchOrg } = useSessionActions();
  const { theme, choose } = useTheme();
  const next = theme === "dark" ? "light" : "dark";
  const action = (id: string, label: string, icon: PaletteItem["icon"], run: () => void): PaletteItem => ({
    id: `action:${id}`,
    section: "Actions",
    label,
    icon,
    run,
  });
  const others = session.orgs.filter((org) => org.id !== session.org.id);
  return [
    ...others.map((org) => action(`org:${org.id}`, `Act for ${org.name}`, Users, () => switchOrg(org.id))),
    action("theme", `Use the ${next} theme`, SunMoon, () => choose(next)),
    action("keyboard", "Show keyboard shortcuts", Keyboard, () => open("keyboard")),
    action("sign-out", "Sign out", LogOut, signOut),
  ];
}

function useShellKeys(open: (overlay: Overlay) => void): void {
  useShortcutKeys();
  useEffect(() => {
    // Fetched before it is asked for: what is typed right after its key must not be lost.
    const timer = setTimeout(loadPalette, PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  useShortcut({
    group: "Everywhere",
    keys: ["Mod+k"],
    label: "Search pages, nodes, reservations, actions",
    run: () => open("palette"),
  });
  useShortcut({ group: "Everywhere", keys: ["?"], label: "This help", run: () => open("keyboard") });
}

/** `g`, then the page's own key. */
function PageKey({ page, second }: { page: NavItem; second: string }) {
  const router = useRouter();
  useShortcut({
    group: "Pages",
    keys: ["g", second],
    label: `Go to ${page.label.toLowerCase()}`,
    run: () => router.push(page.href),
  });
  return null;
}

function Brand() {
  return (
    <NextLink href="/" className="flex h-8 items-center gap-2 rounded-md px-1 font-semibold text-ink no-underline">
      <Logo />
      Holdfast
    </NextLink>
  );
}

function TopBar({ session, open }: { session: SessionView; open: (overlay: Overlay) => void }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b bg-surface px-3 md:hidden">
      <IconButton icon={MenuIcon} label="Menu" onPress={() => open("menu")} />
      <span className="min-w-0 flex-1 truncate text-sm">
        <span className="font-medium">{session.org.name}</span>{" "}
        <span className="text-ink-muted">{session.org.role}</span>
      </span>
      <IconButton icon={Search} label="Search" onPress={() => open("palette")} />
    </header>
  );
}

interface NavProps {
  session: SessionView;
  pages: readonly NavItem[];
  open: (overlay: Overlay) => void;
  onNavigate?: () => void;
  brand: ReactNode;
}

function Nav({ session, pages, open, onNavigate, brand }: NavProps) {
  const { signOut, switchOrg } = useSessionActions();
  return (
    <SideNav
      brand={brand}
      org={<OrgMenu session={session} switchOrg={switchOrg} />}
      search={<PaletteButton onPress={() => open("palette")} />}
      links={<NavLinks items={pages} onNavigate={onNavigate} />}
      account={<AccountMenu user={session.user} signOut={signOut} showKeyboard={() => open("keyboard")} />}
    />
  );
}

interface OverlaysProps extends Omit<NavProps, "brand" | "onNavigate" | "open"> {
  overlay: Overlay | undefined;
  setOverlay: (overlay: Overlay | undefined) => void;
}

function Overlays({ session, pages, overlay, setOverlay }: OverlaysProps) {
  const actions = useOwnActions(session, setOverlay);
  const toggle = (which: Overlay) => (isOpen: boolean) => {
    if (isOpen) setOverlay(which);
    else if (overlay === which) setOverlay(undefined);
  };
  const close = () => setOverlay(undefined);
  return (
    <>
      {overlay === "palette" && (
        <CommandPalette
          isOpen
          onOpenChange={toggle("palette")}
          items={[...actions, ...pageItems(pages)]}
          useSearch={useConsoleSearch}
        />
      )}
      {overlay === "keyboard" && <KeyboardHelp isOpen onOpenChange={toggle("keyboard")} />}
      <Drawer title="Holdfast" side="left" isDismissable isOpen={overlay === "menu"} onOpenChange={toggle("menu")}>
        <Nav session={session} pages={pages} open={setOverlay} onNavigate={close} brand={null} />
      </Drawer>
    </>
  );
}

/** Around every page of the console: who acts for whom, the way to all pages, and the places where messages appear. */
export function Shell({ session, children }: { session: SessionView; children: ReactNode }) {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const [overlay, setOverlay] = useState<Overlay>();
  const pages = itemsFor(session);
  useShellKeys(setOverlay);
  usePageChanges(main);
  return (
    <RouterProvider navigate={(href) => router.push(href)}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md border border-line-strong bg-raised px-3 py-1.5 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="flex h-dvh flex-col md:flex-row">
        <TopBar session={session} open={setOverlay} />
        <aside className="w-60 shrink-0 border-line border-r max-md:hidden">
          <Nav session={session} pages={pages} open={setOverlay} brand={<Brand />} />
        </aside>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <LiveBanner />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto px-4 py-4 outline-none md:px-6 md:py-5"
          >
            {children}
          </main>
        </div>
      </div>
      {pages.map((page) => page.key && <PageKey key={page.href} page={page} second={page.key} />)}
      <Overlays session={session} pages={pages} overlay={overlay} setOverlay={setOverlay} />
      <SessionEnded session={session} />
      <ConfirmHost />
      <Toaster />
      <LiveRegion />
    </RouterProvider>
  );
}
