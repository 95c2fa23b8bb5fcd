/** A unit held between two brackets. */
export function Logo() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 shrink-0" fill="none" aria-hidden="true">
      <path d="M6 2.5H2.5v15H6M14 2.5h3.5v15H14" stroke="currentColor" strokeWidth="1.75" strokeLinecap="square" />
      <rect x="6.5" y="6.5" width="7" height="7" rx="1" className="fill-accent forced-colors:fill-[Highlight]" />
    </svg>
  );
}
