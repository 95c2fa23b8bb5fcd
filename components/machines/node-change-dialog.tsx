"use client";

import { ConfirmDialog } from "@/components/patterns/confirm";
import { ReservationStatusBadge } from "@/components/patterns/reservation-status-badge";
import { reservationName } from "@/components/reservations/action-dialog";
import { useNodeMutation } from "@/components/reservations/use-node-mutation";
import { audienceText } from "@/components/topology/describe";
import { useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/toast";
import type { HolderView, NodeView } from "@/server/contract/console";
import type { StatusMove } from "@/server/domain/node-status";

export type NodeChange = { kind: "status"; move: StatusMove } | { kind: "pool"; pool: "community" | "verified" };

const POOLS = {
  verified: "Workloads at tier verified can be placed on it from now on. What runs there, runs on.",
  community: "Workloads at tier verified can no longer be placed on it. What runs there, runs on.",
};

/** Every workload on the node, once. */
function workloadsOf(view: NodeView): HolderView[] {
  const holders = view.units.flatMap((unit) => (unit.holder ? [unit.holder] : []));
  return [...new Map(holders.map((holder) => [holder.workloadId, holder])).values()];
}

function Reservations({ view }: { view: NodeView }) {
  if (view.reservations.length === 0) return <p className="text-ink-muted">No live reservation is on this node.</p>;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{`Live reservations, which stay as they are (${view.reservations.length})`}</h3>
      <ul aria-label="Live reservations on this node" className="divide-y divide-line rounded-md border border-line">
        {view.reservations.map((reservation) => (
          <li key={reservation.id} className="flex flex-wrap items-center gap-2 px-3 py-1.5">
            <span className="font-medium">{reservationName(reservation)}</span>
            <span className="text-ink-muted">{`for ${audienceText(reservation, view.platformOrgId)}`}</span>
            <ReservationStatusBadge status={reservation.status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Workloads({ view }: { view: NodeView }) {
  const workloads = workloadsOf(view);
  if (workloads.length === 0) return <p className="text-ink-muted">Nothing runs on this node.</p>;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="font-medium">{`Workloads, which run on (${workloads.length})`}</h3>
      <ul aria-label="Workloads on this node" className="divide-y divide-line rounded-md border border-line">
        {workloads.map((workload) => (
          <li key={workload.workloadId} className="px-3 py-1.5">
            <span className="font-medium">{workload.name}</span>
            <span className="text-ink-muted">{` of ${workload.org.name}, ${workload.kind.toUpperCase()} at tier ${workload.tier}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NodeChangeDialogProps {
  view: NodeView;
  change: NodeChange;
  onClose: () => void;
}

/** Asks before a node changes as a whole: what it means, and whom it touches. */
export function NodeChangeDialog({ view, change, onClose }: NodeChangeDialogProps) {
  const trpc = useTRPC();
  const { id, hostname } = view.node;
  const verb = change.kind === "status" ? change.move.label : `Move to the ${change.pool} pool`;
  const update = useNodeMutation(trpc.nodes.update.mutationOptions(), (node) => {
    const now = change.kind === "status" ? `is ${node.status} now` : `is in the ${node.pool} pool now`;
    toast({ tone: "ok", title: `${hostname} ${now}` });
    onClose();
  });
  const body = change.kind === "status" ? { status: change.move.to } : { pool: change.pool };
  return (
    <ConfirmDialog
      title={`${verb}: ${hostname}`}
      width="md"
      confirmLabel={change.kind === "status" ? `${verb} ${hostname}` : verb}
      tone={change.kind === "status" && change.move.to === "removed" ? "danger" : "primary"}
      isPending={update.isPending}
      error={update.problem?.message}
      onCancel={onClose}
      onConfirm={() => update.send({ params: { nodeId: id }, body })}
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>{change.kind === "status" ? change.move.meaning : POOLS[change.pool]}</p>
        <Reservations view={view} />
        <Workloads view={view} />
      </div>
    </ConfirmDialog>
  );
}
