import {
  BookOpen,
  Building2,
  CalendarRange,
  CircleHelp,
  Cpu,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  ScrollText,
  Server,
  Tags,
  Users,
} from "lucide-react";

export interface NavItem {
  label: string;
  href: string;
  icon: LucideIcon;
  /** Shown only to those who have it. */
  permission?: string;
  /** Shown only to the operator's own people. */
  platformOnly?: boolean;
  /** No page of the console: a full load. */
  isDocument?: boolean;
  /** Second key after `g`. */
  key?: string;
}

/** The pages that exist, in the order of the navigation. A page appears here with the change that makes it. */
export const NAV_ITEMS: readonly NavItem[] = [
  { label: "Overview", href: "/", icon: LayoutDashboard, key: "o" },
  { label: "Nodes", href: "/nodes", icon: Server, permission: "node.read", key: "n" },
  { label: "Reservations", href: "/reservations", icon: CalendarRange, permission: "reservation.read", key: "r" },
  { label: "Audit", href: "/audit", icon: ScrollText, permission: "audit.read", key: "a" },
  { label: "GPU models", href: "/models", icon: Cpu, permission: "vm.read", key: "m" },
  { label: "Catalog", href: "/catalog", icon: Tags, permission: "vm.read", key: "c" },
  { label: "People", href: "/people", icon: Users, key: "p" },
  { label: "API keys", href: "/keys", icon: KeyRound, permission: "apikey.manage", key: "k" },
  { label: "Organizations", href: "/orgs", icon: Building2, permission: "org.manage", platformOnly: true },
  { label: "Help", href: "/help", icon: CircleHelp, key: "h" },
  { label: "API reference", href: "/docs", icon: BookOpen, isDocument: true },
];

interface Viewer {
  permissions: readonly string[];
  org: { isPlatform: boolean };
}

export function itemsFor(viewer: Viewer, items: readonly NavItem[] = NAV_ITEMS): readonly NavItem[] {
  return items.filter(
    ({ permission, platformOnly }) =>
      (permission === undefined || viewer.permissions.includes(permission)) && (!platformOnly || viewer.org.isPlatform),
  );
}

/** Whether a page belongs to an item: its own and those below it. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  if (item.href === "/") return pathname === "/";
  return pathname === item.href || pathname.startsWith(`${item.href}/`);
}
