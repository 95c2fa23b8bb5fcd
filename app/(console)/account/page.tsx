import type { Metadata } from "next";
import { AccountPage } from "@/components/account/account-page";
import { requireSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Account" };

export default async function Account() {
  const { user } = await requireSession();
  return <AccountPage user={user} />;
}
