"use client";

import { useRef } from "react";
import { ConfirmDialog } from "@/components/patterns/confirm";
import { useNodeMutation } from "@/components/reservations/use-node-mutation";
import { useTRPC } from "@/components/trpc/client";
import { Callout } from "@/components/ui/callout";
import type { ImportPreview } from "@/server/contract/machines";
import { IntoReview, TouchedWorkloads } from "./impact";
import { countsOf } from "./verdict";

/** What was stored. */
export interface Stored {
  counts: string;
  topologyGen: number;
  changed: boolean;
  intoReview: number;
}

interface StoreDialogProps {
  nodeId: string;
  text: string;
  preview: ImportPreview;
  acceptPartial: boolean;
  onStored: (stored: Stored) => void;
  onClose: () => void;
}

function Consequences({ preview }: { preview: ImportPreview }) {
  const { node } = preview.after;
  return (
    <>
      <p>{`${countsOf(preview)} will be stored for ${node.hostname}.`}</p>
      {preview.accept === "partial" && (
        <Callout tone="warn" title="Parts of the report could not be read">
          {preview.errors.map((error) => (
            <p key={error.message}>{error.message}</p>
          ))}
        </Callout>
      )}
      <IntoReview preview={preview} />
      <TouchedWorkloads preview={preview} />
      {preview.intoReview.length === 0 && <p className="text-ink-muted">No reservation goes into review.</p>}
    </>
  );
}

/** Asks once more, with what it means, and stores. */
export function StoreDialog({ nodeId, text, preview, acceptPartial, onStored, onClose }: StoreDialogProps) {
  const trpc = useTRPC();
  // The page reads the report anew when the node changes, and so may have seen the stored units by the time of the answer.
  const confirmed = useRef(preview);
  const store = useNodeMutation(trpc.nodes.putInventory.mutationOptions(), (answer) => {
    onStored({
      counts: countsOf(confirmed.current),
      topologyGen: answer.node.topologyGen,
      changed: answer.changed,
      intoReview: confirmed.current.intoReview.length,
    });
  });
  const send = () => {
    confirmed.current = preview;
    store.send({ params: { nodeId }, body: { text, ...(acceptPartial && { acceptPartial: true }) } });
  };
  const others = preview.intoReview.length;
  return (
    <ConfirmDialog
      title="Store this inventory?"
      width="md"
      confirmLabel={others > 0 ? `Store, and put ${others} into review` : "Store the inventory"}
      isPending={store.isPending}
      error={store.problem?.message}
      onCancel={onClose}
      onConfirm={send}
    >
      <div className="flex flex-col gap-3 text-sm">
        <Consequences preview={preview} />
      </div>
    </ConfirmDialog>
  );
}
