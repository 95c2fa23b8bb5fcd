/**
 * The lines of a pasted text, as everybody counts them: whatever ends a line does, and a text that came as one line with
 * written-out `\n` is taken apart.
 */
export function pasteLines(text: string): string[] {
  const flat = !text.includes("\n") && text.split("\\n").length > 3;
  const source = flat
    ? text
        .replace(/\\r?\\n/g, "\n")
        .replace(/\\n/g, "\n")
        .replace(/\\t/g, "\t")
    : text;
  return source.split(/\r\n|\n|\r|\u2028|\u2029/);
}
