import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { KeysPage } from "@/components/keys/keys-page";
import { readForeignOrg } from "@/server/trpc/people-pages";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "API keys" };

export default async function OrgKeys({ params }: { params: Promise<{ orgId: string }> }) {
  const org = await readForeignOrg((await params).orgId);
  const { permissions } = await requireSession();
  if (!org || !permissions.includes("apikey.manage")) notFound();
  return <KeysPage key={org.id} org={org} own={permissions} isForeign />;
}
