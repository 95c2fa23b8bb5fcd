import type { Metadata } from "next";
import { OverviewPage } from "@/components/overview/overview-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Overview" };

export default async function Overview() {
  const { org } = await requireSession();
  return <OverviewPage orgName={org.name} />;
}
