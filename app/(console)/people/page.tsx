import type { Metadata } from "next";
import { PeoplePage } from "@/components/people/people-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "People" };

export default async function People() {
  const { org } = await requireSession();
  return <PeoplePage org={{ id: org.id, name: org.name }} />;
}
