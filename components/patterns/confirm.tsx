"use client";

import { type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { Button } from "../ui/button";
import { Callout } from "../ui/callout";
import { Dialog } from "../ui/dialog";
import { readProblem } from "./problem";

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

export interface ConfirmRequest
  extends Pick<ConfirmProps, "title" | "confirmLabel" | "tone" | "cancelLabel" | "width"> {
  body: ReactNode;
  /** Done when it resolves; a rejection is said in the dialog, which stays. */
  action: () => Promise<unknown>;
}

let asked: { id: number; request: ConfirmRequest } | undefined;
let count = 0;
const listeners = new Set<() => void>();

function set(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks before doing. For questions that need more than a text: ConfirmDialog. */
export function confirmAction(request: ConfirmRequest): void {
  count += 1;
  set({ id: count, request });
}

function Asking({ request }: { request: ConfirmRequest }) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setPending(true);
    setError(undefined);
    try {
      await request.action();
      set(undefined);
    } catch (thrown) {
      setError(readProblem(thrown).message);
      setPending(false);
    }
  };
  const { body, action: _, ...rest } = request;
  return (
    <ConfirmDialog {...rest} isPending={isPending} error={error} onConfirm={confirm} onCancel={() => set(undefined)}>
      {body}
    </ConfirmDialog>
  );
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where `confirmAction` asks; once, in the shell. */
export function ConfirmHost() {
  const id = useId();
  const current = useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  );
  return current ? <Asking key={`${id}-${current.id}`} request={current.request} /> : null;
}
