"use client";

import { Keyboard, LogOut, Server, SunMoon, Users } from "lucide-react";
import type { SessionView } from "@/server/contract/console";
import type { Overlay } from "./nav";
import type { NavItem } from "./nav-items";
import type { PaletteItem } from "./palette-search";
import { useSessionActions } from "./session-actions";
import { useTheme } from "./use-theme";

export function pageItems(pages: readonly NavItem[]): PaletteItem[] {
  return pages.map((page) => ({
    id: `page:${page.href}`,
    section: "Pages",
    label: page.label,
    icon: page.icon,
    href: page.href,
  }));
}

/** What the palette offers on every page. */
export function useOwnActions(session: SessionView, open: (overlay: Overlay) => void): PaletteItem[] {
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
  const register: PaletteItem[] = session.permissions.includes("node.write")
    ? [{ id: "action:register", section: "Actions", label: "Register a node", icon: Server, href: "/nodes/new" }]
    : [];
  return [
    ...register,
    ...others.map((org) => action(`org:${org.id}`, `Act for ${org.name}`, Users, () => switchOrg(org.id))),
    action("theme", `Use the ${next} theme`, SunMoon, () => choose(next)),
    action("keyboard", "Show keyboard shortcuts", Keyboard, () => open("keyboard")),
    action("sign-out", "Sign out", LogOut, signOut),
  ];
}
