import type { ReactNode } from "react";
import { NodeActions } from "@/components/machines/node-actions";
import { NodeStatusBadge } from "@/components/patterns/node-status-badge";
import { PageHeader } from "@/components/patterns/page-header";
import { Term } from "@/components/patterns/term";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { NodeView } from "@/server/contract/console";

const place = ({ locationCity, locationCountry }: NodeView["node"]) =>
  [locationCity, locationCountry].filter(Boolean).join(", ");

function models(view: NodeView): string {
  const counts = new Map<string, number>();
  for (const unit of view.units) {
    counts.set(unit.gpuModelName, (counts.get(unit.gpuModelName) ?? 0) + unit.gpus.length);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
}

/** What a node is, in two lines; before its actions the page's own choice of view. */
export function NodeHeader({ view, children }: { view: NodeView; children?: ReactNode }) {
  const { node } = view;
  const facts = [models(view), node.owner.name, place(node), node.driverVersion && `driver ${node.driverVersion}`];
  return (
    <PageHeader
      title={node.hostname}
      crumbs={[{ label: "Nodes", href: "/nodes" }, { label: node.hostname }]}
      meta={
        <>
          <NodeStatusBadge status={node.status} />
          <Badge>{node.pool}</Badge>
          <span>
            <Term word="topologyGen">topology generation</Term> {node.topologyGen}
          </span>
        </>
      }
      actions={
        <>
          {children}
          <ButtonLink href={`/nodes/${encodeURIComponent(node.id)}/audit`} variant="secondary" prefetch={false}>
            Audit trail
          </ButtonLink>
          <NodeActions view={view} />
        </>
      }
      description={
        <>
          {facts.filter(Boolean).join(" · ")}
          {node.reportedAt ? (
            <>
              {" · reported "}
              <RelativeTime time={node.reportedAt} />
            </>
          ) : (
            " · never reported"
          )}
        </>
      }
    />
  );
}
