"use client";

import { Keyboard, LogOut, Settings2, UserRound } from "lucide-react";
import type { SessionView } from "@/server/contract/console";
import { THEMES, type Theme } from "@/server/contract/theme";
import { Menu } from "../ui/menu";
import { useTheme } from "./use-theme";

const THEME_LABELS: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };

interface AccountMenuProps {
  user: SessionView["user"];
  signOut: () => void;
  showKeyboard: () => void;
}

/** The person, her theme, the keyboard help and the way out. */
export function AccountMenu({ user, signOut, showKeyboard }: AccountMenuProps) {
  const { theme, choose } = useTheme();
  return (
    <Menu
      label="Account"
      placement="top start"
      buttonLabel={`Account of ${user.name}: theme, keyboard, sign out`}
      className="flex w-full items-center gap-2 rounded-md px-2.5 py-1.5 text-left data-hovered:bg-hover aria-expanded:bg-hover"
      groups={[
        {
          id: "theme",
          title: "Theme",
          selected: theme,
          entries: THEMES.map((id) => ({ id, label: THEME_LABELS[id], onAction: () => choose(id) })),
        },
        {
          id: "account",
          entries: [
            { id: "profile", label: "Your account", icon: UserRound, href: "/account" },
            { id: "keyboard", label: "Keyboard", detail: "?", icon: Keyboard, onAction: showKeyboard },
            { id: "sign-out", label: "Sign out", icon: LogOut, onAction: signOut },
          ],
        },
      ]}
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{user.name}</span>
        <span className="block truncate text-ink-faint text-xs">{user.email}</span>
      </span>
      <Settings2 className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
    </Menu>
  );
}
