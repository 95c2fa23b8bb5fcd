/** `a`, `a and b`, `a, b and c`; long lists end with how many more there are. */
export function listOf(items: readonly string[], most = 12): string {
  if (items.length > most) return `${items.slice(0, most).join(", ")} and ${items.length - most} more`;
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** `1 GPU`, `2 GPUs`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** `GPU0-GPU7` for a run of numbers, else the single ones. */
export function gpuNumbers(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return "no GPU";
  const run = sorted.length > 2 && last - first === sorted.length - 1;
  return run ? `GPU${first}-GPU${last}` : listOf(sorted.map((n) => `GPU${n}`));
}

/** The verb of `count`. */
export const wasOrWere = (n: number): string => (n === 1 ? "was" : "were");
