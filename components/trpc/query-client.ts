import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

/** A refusal is an answer, not an accident: asking again gives the same. */
function isRefusal(error: unknown): boolean {
  const data = (error as { data?: { httpStatus?: number } } | null)?.data;
  return data?.httpStatus !== undefined && data.httpStatus < 500 && data.httpStatus !== 429;
}

/**
 * A first answer that is on its way may be of before what makes us ask again: the library takes it for the new one, and
 * this client asks once more when it has come.
 */
export class ConsoleQueryClient extends QueryClient {
  readonly #overtaken = new WeakSet<Query>();

  constructor() {
    super({
      defaultOptions: {
        queries: { staleTime: 5_000, retry: (failures, error) => failures < 2 && !isRefusal(error) },
        // By default the library keeps a change that is pressed offline and sends it later, whatever was decided meanwhile.
        mutations: { retry: false, networkMode: "always" },
      },
    });
  }

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })) {
      if (query.state.data === undefined) this.#askOnceMore(query);
    }
    return super.invalidateQueries(filters, options);
  }

  #askOnceMore(query: Query): void {
    if (this.#overtaken.has(query)) return;
    this.#overtaken.add(query);
    const again = () => {
      this.#overtaken.delete(query);
      if (query.state.data !== undefined) void this.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // Joins the question that is on its way.
    query.fetch().then(again, again);
  }
}
