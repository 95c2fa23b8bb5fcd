import { ButtonLink } from "../ui/link";

/** One page for what is not there and for what is not the caller's to see. */
export function NotFoundPage() {
  return (
    <div className="flex flex-1 flex-col items-start justify-center gap-3 px-4 py-16 sm:px-[16vw]">
      <p className="font-mono text-ink-muted text-sm">404</p>
      <h1 className="font-semibold text-xl tracking-tight">There is nothing here, or it is not yours to see</h1>
      <p className="max-w-prose text-ink-muted">
        The address may be mistyped, what it names may be gone, or the org that you act for has no right to it. If you
        are in several orgs, change the org and open the link again.
      </p>
      <ButtonLink href="/nodes" variant="secondary">
        Go to nodes
      </ButtonLink>
    </div>
  );
}
