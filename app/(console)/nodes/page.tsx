import type { Metadata } from "next";
import { FleetPage } from "@/components/fleet/fleet-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Nodes" };

export default async function Nodes() {
  const { permissions } = await requireSession();
  return <FleetPage mayRegister={permissions.includes("node.write")} />;
}
