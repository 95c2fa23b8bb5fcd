import { describe, expect, it } from "vitest";
import { isCurrent, itemsFor, type NavItem } from "./nav-items";

const icon = (() => null) as unknown as NavItem["icon"];
const items: NavItem[] = [
  { label: "Overview", href: "/", icon },
  { label: "Nodes", href: "/nodes", icon, permission: "node.read" },
  { label: "Models", href: "/models", icon, platformOnly: true },
];

describe("the navigation", () => {
  it("shows what the viewer may see", () => {
    const shown = (permissions: string[], isPlatform: boolean) =>
      itemsFor({ permissions, org: { isPlatform } }, items).map((item) => item.label);
    expect(shown([], false)).toEqual(["Overview"]);
    expect(shown(["node.read"], true)).toEqual(["Overview", "Nodes", "Models"]);
  });

  it("marks an item on its own page and on those below it", () => {
    const current = (pathname: string) => items.filter((item) => isCurrent(item, pathname)).map((item) => item.label);
    expect(current("/")).toEqual(["Overview"]);
    expect(current("/nodes/n1")).toEqual(["Nodes"]);
    expect(current("/nodes-of-others")).toEqual([]);
  });
});
