import { ChevronRight } from "lucide-react";
import { Link } from "./link";

export interface Crumb {
  label: string;
  /** None on the last one: it is this page. */
  href?: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex min-w-0 flex-wrap items-center gap-1 text-ink-muted text-sm">
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />}
            {crumb.href ? (
              <Link href={crumb.href} look="plain">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
