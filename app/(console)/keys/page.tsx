import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { KeysPage } from "@/components/keys/keys-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "API keys" };

export default async function Keys() {
  const { org, permissions } = await requireSession();
  if (!permissions.includes("apikey.manage")) notFound();
  return <KeysPage org={{ id: org.id, name: org.name }} own={permissions} />;
}
