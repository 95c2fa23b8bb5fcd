import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NodePage } from "@/components/nodes/node-page";
import { readNode } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Node" };

export default async function Page({ params }: { params: Promise<{ nodeId: string }> }) {
  const { nodeId } = await params;
  const view = await readNode(nodeId);
  if (!view) notFound();
  return <NodePage key={nodeId} nodeId={nodeId} initial={view} />;
}
