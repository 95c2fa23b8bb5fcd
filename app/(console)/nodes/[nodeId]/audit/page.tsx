import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TrailPage } from "@/components/audit/trail-page";
import { readNode, requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Audit trail of a node" };

export default async function NodeAudit({ params }: { params: Promise<{ nodeId: string }> }) {
  const { nodeId } = await params;
  const [view, { permissions }] = [await readNode(nodeId), await requireSession()];
  if (!view || !permissions.includes("audit.read")) notFound();
  return <TrailPage key={nodeId} node={{ id: nodeId, hostname: view.node.hostname }} />;
}
