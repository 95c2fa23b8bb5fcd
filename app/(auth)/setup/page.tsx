import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuthFrame } from "@/components/shell/auth-frame";
import { safeNext } from "@/components/shell/next-path";
import { SetupForm } from "@/components/shell/setup-form";
import { needsSetup, setupNeedsKey } from "@/server/auth/setup";

export const metadata: Metadata = { title: "Set up" };

export default async function SetupPage() {
  if (!(await needsSetup())) notFound();
  return (
    <AuthFrame title="Set up Holdfast" lead="Nobody can sign in yet. The first person becomes the admin.">
      <SetupForm next={safeNext(undefined)} needsKey={await setupNeedsKey()} />
    </AuthFrame>
  );
}
