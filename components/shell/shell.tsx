"use client";

import { Menu as MenuIcon, Search } from "lucide-react";
import NextLink from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { RouterProvider } from "react-aria-components";
import type { SessionView } from "@/server/contract/console";
import { LeavingWatch } from "../patterns/leaving";
import { IconButton } from "../ui/button";
import { LiveRegion } from "../ui/live-region";
import { LiveBanner } from "./live-banner";
import { Logo } from "./logo";
import { Nav, type Overlay } from "./nav";
import { itemsFor, type NavItem } from "./nav-items";
import { Overlays } from "./overlays";
import { useShortcut, useShortcutKeys } from "./shortcuts";
import { usePageChanges } from "./use-page-changes";
import { useSessionFollows } from "./use-session-follows";

function useShellKeys(open: (overlay: Overlay) => void): void {
  useShortcutKeys();
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
    label: `Go to ${page.label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`,
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

/** Around every page of the console: who acts for whom, the way to all pages, and the places where messages appear. */
export function Shell({ session, children }: { session: SessionView; children: ReactNode }) {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const [overlay, setOverlay] = useState<Overlay>();
  const pages = itemsFor(session);
  useShellKeys(setOverlay);
  usePageChanges(main);
  useSessionFollows(session);
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
      <LiveRegion />
      <LeavingWatch />
    </RouterProvider>
  );
}
