/** A connection keeps the plan of each named statement: beyond this many, new texts go without. */
const MOST = 400;
/** Texts whose number of parameters follows their input could otherwise crowd out those that come again and again. */
const MOST_SEEN_ONCE = 4_000;

/**
 * Names for statements that come again, so that each connection parses and plans them once. A text is named when it comes
 * for the second time; the database still plans anew where the values make a difference (plan_cache_mode).
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST) return known;
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= MOST_SEEN_ONCE) this.#seen.clear();
      this.#seen.add(text);
      return undefined;
    }
    const name = `holdfast_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}
