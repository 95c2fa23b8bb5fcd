import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PeoplePage } from "@/components/people/people-page";
import { readForeignOrg } from "@/server/trpc/people-pages";

export const metadata: Metadata = { title: "People" };

export default async function OrgPeople({ params }: { params: Promise<{ orgId: string }> }) {
  const org = await readForeignOrg((await params).orgId);
  if (!org) notFound();
  return <PeoplePage key={org.id} org={org} isForeign />;
}
