import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthFrame } from "@/components/shell/auth-frame";
import { safeNext } from "@/components/shell/next-path";
import { SignInForm } from "@/components/shell/sign-in-form";
import { Callout } from "@/components/ui/callout";
import { needsSetup } from "@/server/auth/setup";
import { pagePerson } from "@/server/trpc/people-pages";
import { pageSession } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Sign in" };

interface SignInPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const query = await searchParams;
  const next = safeNext(one(query.next));
  if (await needsSetup()) redirect("/setup");
  if (await pageSession()) redirect(next);
  const person = await pagePerson();
  return (
    <AuthFrame title="Sign in">
      {person && (
        <div className="pb-4">
          <Callout tone="warn">
            {person.email} belongs to no organization now. Ask an owner of one for an invitation, or sign in as somebody
            else.
          </Callout>
        </div>
      )}
      <SignInForm next={next} hasExpired={!person && one(query.expired) === "1"} />
    </AuthFrame>
  );
}
