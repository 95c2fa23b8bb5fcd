/** What one proof did, and what it found. */
export interface Finding {
  what: string;
  /** How much was tried. */
  amount: string;
  /** Each thing that was not as it must be; none where the proof holds. */
  found: readonly string[];
  /** How often each kind of thing occurred: a proof in which nothing happened proves nothing. */
  details?: Record<string, number>;
}
