import type { Metadata } from "next";
import { FleetPage } from "@/components/fleet/fleet-page";

export const metadata: Metadata = { title: "Nodes" };

export default function Nodes() {
  return <FleetPage />;
}
