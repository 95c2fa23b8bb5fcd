import { cx } from "./cx";

/** A grey stand-in with the shape of what comes. Give it that shape by class: `h-5 w-32`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx("block animate-pulse rounded-md bg-line motion-reduce:animate-none", className)}
    />
  );
}

/** Says to screen readers that a region loads; the skeletons inside say it to the eye. */
export function Loading({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {label}
      </span>
      {children}
    </div>
  );
}
