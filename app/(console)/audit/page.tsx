import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TrailPage } from "@/components/audit/trail-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Audit trail" };

export default async function Audit() {
  const { permissions } = await requireSession();
  if (!permissions.includes("audit.read")) notFound();
  return <TrailPage />;
}
