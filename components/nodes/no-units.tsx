import { FileUp } from "lucide-react";
import { ButtonLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/states";
import type { NodeView } from "@/server/contract/console";

/** A node without units leads to where they come from. */
export function NoUnits({ view }: { view: NodeView }) {
  const { id, hostname } = view.node;
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={FileUp}
        title="No units yet"
        action={
          view.operate.allowed && (
            <ButtonLink href={`/nodes/${id}/import`} variant="primary">
              Import its inventory
            </ButtonLink>
          )
        }
      >
        {`The GPUs of ${hostname} stand here once its inventory was imported.`}
      </EmptyState>
    </div>
  );
}
