import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ImportPage } from "@/components/inventory/import-page";
import { publicUrl } from "@/server/trpc/public-url";
import { readNode } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Import inventory" };

export default async function Page({ params }: { params: Promise<{ nodeId: string }> }) {
  const { nodeId } = await params;
  const view = await readNode(nodeId);
  if (!view?.operate.allowed) notFound();
  return <ImportPage key={nodeId} node={view.node} publicUrl={publicUrl()} />;
}
