"use client";

import { Dialog } from "../ui/dialog";
import { KeyboardList } from "./keyboard-list";

export function KeyboardHelp({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  return (
    <Dialog title="Keyboard" width="md" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      {isOpen && <KeyboardList />}
    </Dialog>
  );
}
