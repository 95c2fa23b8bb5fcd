import type { Option } from "./list-look";

const plain = (text: string) => text.trim().toLowerCase();

/** The option that a typed text can only mean: the one of exactly that name, or the only one that it finds. */
export function meant<O extends Option>(options: readonly O[], text: string): O | undefined {
  const wanted = plain(text);
  if (wanted === "") return undefined;
  const exact = options.filter((option) => plain(option.label) === wanted);
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined;
  return options.length === 1 ? options[0] : undefined;
}
