/** A key as it is printed on the keyboard: `⌘`, `Enter`, `?`. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-md border border-line bg-sunken px-1 font-sans text-ink-muted text-xs">
      {children}
    </kbd>
  );
}
