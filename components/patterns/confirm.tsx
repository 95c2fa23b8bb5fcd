"use client";

import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Callout } from "../ui/callout";
import { Dialog } from "../ui/dialog";

export interface ConfirmProps {
  title: string;
  /** What will happen, said before it does. */
  children: ReactNode;
  /** The verb and its object: `Cancel reservation`. */
  confirmLabel: string;
  /** `danger` for what ends something. */
  tone?: "primary" | "danger";
  /** Set: can't be confirmed yet, and why. */
  disabledReason?: string;
  isPending?: boolean;
  /** One sentence: why it failed. */
  error?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
  cancelLabel?: string;
  width?: "sm" | "md" | "lg";
}

/**
 * A question that must be answered. The focus starts on the way back, so Enter on opening does nothing, and confirming
 * takes a deliberate move. While it is pending it can't be closed: what was asked for is on its way.
 */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, confirmLabel, tone = "primary", isPending, error, onConfirm, onCancel, cancelLabel } = props;
  return (
    <Dialog
      title={title}
      role="alertdialog"
      width={props.width}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isPending) onCancel();
      }}
      footer={
        <>
          <Button autoFocus onPress={onCancel} isDisabled={isPending}>
            {cancelLabel ?? "Go back"}
          </Button>
          <Button variant={tone} onPress={onConfirm} isPending={isPending} disabledReason={props.disabledReason}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {children}
        {error && (
          <Callout tone="danger" role="alert">
            {error}
          </Callout>
        )}
      </div>
    </Dialog>
  );
}
