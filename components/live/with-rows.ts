import type { InfiniteData } from "@tanstack/react-query";

/** A list by pages with these of its rows put in the place of those with the same id. */
export function withRows<Row extends { id: string }, Page extends { items: Row[] }>(
  data: InfiniteData<Page> | undefined,
  rows: readonly Row[],
) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, items: page.items.map((row) => byId.get(row.id) ?? row) })),
    }
  );
}
