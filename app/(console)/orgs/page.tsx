import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { OrgsPage } from "@/components/orgs/orgs-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Organizations" };

export default async function Orgs() {
  const { org, permissions } = await requireSession();
  if (!org.isPlatform || !permissions.includes("org.manage")) notFound();
  return <OrgsPage />;
}
