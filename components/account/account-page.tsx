import type { ReactNode } from "react";
import { PageHeader } from "@/components/patterns/page-header";
import { PasswordForm } from "./password-form";
import { ProfileForm } from "./profile-form";
import { SessionsTable } from "./sessions-table";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <h2 className="font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** A person's own name, password and sessions. */
export function AccountPage({ user }: { user: { name: string; email: string } }) {
  return (
    <div className="flex flex-col">
      <PageHeader title="Account" />
      <div className="grid max-w-4xl gap-4 md:grid-cols-2">
        <Part title="Profile">
          <ProfileForm key={user.name} user={user} />
        </Part>
        <Part title="Password">
          <PasswordForm email={user.email} />
        </Part>
        <div className="flex flex-col gap-3 pt-2 md:col-span-2">
          <h2 className="font-semibold">Where you are signed in</h2>
          <SessionsTable />
        </div>
      </div>
    </div>
  );
}
