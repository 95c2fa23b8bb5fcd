"use client";

import { Drawer } from "../ui/dialog";
import { Nav, type NavProps } from "./nav";

/** The navigation of narrow pages. */
export function NavDrawer({ close, ...nav }: Omit<NavProps, "brand" | "onNavigate"> & { close: () => void }) {
  return (
    <Drawer title="Holdfast" side="left" isDismissable isOpen onOpenChange={close}>
      <Nav {...nav} onNavigate={close} brand={null} />
    </Drawer>
  );
}
