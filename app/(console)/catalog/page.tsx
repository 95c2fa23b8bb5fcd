import type { Metadata } from "next";
import { CatalogPage } from "@/components/catalog/catalog-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Catalog" };

export default async function Catalog() {
  const { org } = await requireSession();
  return <CatalogPage own={{ id: org.id, label: org.name }} isPlatform={org.isPlatform} />;
}
