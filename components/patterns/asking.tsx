"use client";

import { useState } from "react";
import { ConfirmDialog } from "./confirm";
import { type ConfirmRequest, settleConfirm } from "./confirm-action";
import { readProblem } from "./problem";

/** Carries out what `confirmAction` asked about, once it is confirmed. */
export function Asking({ request }: { request: ConfirmRequest }) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setPending(true);
    setError(undefined);
    try {
      await request.action();
      settleConfirm();
    } catch (thrown) {
      setError(readProblem(thrown).message);
      setPending(false);
    }
  };
  const { body, action: _, ...rest } = request;
  return (
    <ConfirmDialog {...rest} isPending={isPending} error={error} onConfirm={confirm} onCancel={settleConfirm}>
      {body}
    </ConfirmDialog>
  );
}
