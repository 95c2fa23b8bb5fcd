"use client";

import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Dialog as AriaDialog, DialogTrigger, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button, IconButton } from "./button";
import { cx } from "./cx";

/** Wraps a trigger and its dialog: `<DialogTrigger><Button/><Dialog/></DialogTrigger>`. */
export { DialogTrigger };

const WIDTHS = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-3xl" };

export interface DialogProps {
  title: string;
  /** A line under the title. */
  subtitle?: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Bottom bar, buttons at its right; the last one is the action. */
  footer?: ReactNode | ((close: () => void) => ReactNode);
  width?: keyof typeof WIDTHS;
  /** `alertdialog` for questions that must be answered. */
  role?: "dialog" | "alertdialog";
  /** Without a DialogTrigger around it: open or not. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** A press outside closes it. Off by default: forms would lose what was typed. */
  isDismissable?: boolean;
}

const OVERLAY = "fixed inset-0 z-40 flex bg-scrim data-entering:animate-appear";
const PANEL = "flex min-h-0 flex-col border-line bg-raised text-ink forced-colors:border";

function DialogBody({ title, subtitle, children, footer, role }: DialogProps) {
  return (
    <AriaDialog role={role} className="flex min-h-0 flex-1 flex-col outline-none">
      {({ close }) => (
        <>
          <header className="flex items-start gap-4 border-line border-b px-5 py-4">
            <div className="min-w-0 flex-1">
              <Heading slot="title" className="font-semibold text-lg">
                {title}
              </Heading>
              {subtitle && <div className="text-ink-muted text-sm">{subtitle}</div>}
            </div>
            <IconButton icon={X} label="Close" size="sm" onPress={close} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
            {typeof children === "function" ? children(close) : children}
          </div>
          {footer && (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-5 py-3">
              {typeof footer === "function" ? footer(close) : footer}
            </footer>
          )}
        </>
      )}
    </AriaDialog>
  );
}

/** A dialog in the middle of the page: focus stays in it, Escape closes it, focus goes back to where it came from. */
export function Dialog(props: DialogProps) {
  const { isOpen, onOpenChange, isDismissable = false, width = "sm" } = props;
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      className={cx(OVERLAY, "items-start justify-center p-4 sm:pt-[10vh]")}
    >
      <Modal className={cx(PANEL, "max-h-[80dvh] w-full rounded-lg border max-sm:max-h-full", WIDTHS[width])}>
        <DialogBody {...props} />
      </Modal>
    </ModalOverlay>
  );
}

/** A stray key must not throw away a long form: Escape and the cross ask first where something was entered. */
function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      title="Discard what you entered?"
      role="alertdialog"
      isOpen
      onOpenChange={onKeep}
      footer={
        <>
          <Button autoFocus onPress={onKeep}>
            Keep editing
          </Button>
          <Button variant="danger" onPress={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      Nothing of it was sent.
    </Dialog>
  );
}

interface DrawerProps extends DialogProps {
  side?: "left" | "right";
  /** Something was entered that closing would lose. */
  isChanged?: boolean;
}

/** The same from the right edge, over the full height: for long forms and details beside a list. */
export function Drawer(props: DrawerProps) {
  const { isOpen, onOpenChange, isDismissable = false, width = "sm", side = "right", isChanged = false } = props;
  const [isAsking, setAsking] = useState(false);
  const change = (opens: boolean) => {
    if (!opens && isChanged) setAsking(true);
    else onOpenChange?.(opens);
  };
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={change}
      isDismissable={isDismissable}
      className={cx(OVERLAY, side === "right" ? "justify-end" : "justify-start")}
    >
      <Modal className={cx(PANEL, "h-dvh w-full", side === "right" ? "border-l" : "border-r", WIDTHS[width])}>
        <DialogBody {...props} />
        {isAsking && <Discard onKeep={() => setAsking(false)} onDiscard={() => onOpenChange?.(false)} />}
      </Modal>
    </ModalOverlay>
  );
}
