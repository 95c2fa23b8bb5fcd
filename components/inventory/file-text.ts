export const MOST_BYTES = 4 * 1024 * 1024;

export type FileText = { text: string; problem?: undefined } | { problem: string; text?: undefined };

const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** Why a report of this size can't be sent, and what to do about it. */
export function sizeProblem(bytes: number, what: string): string | undefined {
  if (bytes <= MOST_BYTES) return undefined;
  return `${what} has ${mebibytes(bytes)}; at most ${mebibytes(MOST_BYTES)} are read. Keep the listing of one machine: the output of the collector is a few hundred lines.`;
}

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Windows consoles write UTF-16 when their output is sent into a file. */
function encodingOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(bytes, 0xfe, 0xff)) return "utf-16be";
  return "utf-8";
}

/** The text of a chosen file, or one sentence that says why there is none and what to do. */
export function fileText(bytes: Uint8Array, name: string): FileText {
  const tooLarge = sizeProblem(bytes.length, name);
  if (tooLarge) return { problem: tooLarge };
  if (bytes.length === 0) return { problem: `${name} is empty. Choose the file that the listing was written to.` };
  let text: string;
  try {
    text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return { problem: `${name} is not a text file in UTF-8 or UTF-16. Save it as plain text, or paste its content.` };
  }
  if (text.includes("\u0000")) {
    return { problem: `${name} is not a text file. Choose the text or JSON report, not an archive or an image.` };
  }
  return { text };
}
