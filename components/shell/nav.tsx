"use client";

import type { ReactNode } from "react";
import type { SessionView } from "@/server/contract/console";
import { AccountMenu } from "./account-menu";
import type { NavItem } from "./nav-items";
import { OrgMenu } from "./org-menu";
import { useSessionActions } from "./session-actions";
import { NavLinks, PaletteButton, SideNav } from "./side-nav";

/** What can lie over the page, one at a time. */
export type Overlay = "palette" | "keyboard" | "menu";

export interface NavProps {
  session: SessionView;
  pages: readonly NavItem[];
  open: (overlay: Overlay) => void;
  onNavigate?: () => void;
  brand: ReactNode;
}

/** The navigation, at the side of wide pages and in a drawer on narrow ones. */
export function Nav({ session, pages, open, onNavigate, brand }: NavProps) {
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
