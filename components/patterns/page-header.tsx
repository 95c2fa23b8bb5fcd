import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "../ui/breadcrumbs";

export interface PageHeaderProps {
  title: ReactNode;
  /** Above the title; the last one is this page. */
  crumbs?: readonly Crumb[];
  /** Beside the title: badges, a count. */
  meta?: ReactNode;
  /** Under the title: facts in one line. */
  description?: ReactNode;
  /** At the right; the primary one last. */
  actions?: ReactNode;
}

export function PageHeader({ title, crumbs, meta, description, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-1 pb-4">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 font-semibold text-xl tracking-tight">{title}</h1>
          {meta && (
            <div className="flex min-w-0 flex-wrap items-center gap-2 text-ink-muted text-sm [overflow-wrap:anywhere]">
              {meta}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {description && <div className="text-ink-muted text-sm">{description}</div>}
    </header>
  );
}
