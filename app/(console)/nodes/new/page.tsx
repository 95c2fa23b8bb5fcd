import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RegisterPage } from "@/components/machines/register-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Register a node" };

export default async function Page() {
  const { org, permissions } = await requireSession();
  if (!permissions.includes("node.write")) notFound();
  return <RegisterPage org={org} isPlatform={org.isPlatform} />;
}
