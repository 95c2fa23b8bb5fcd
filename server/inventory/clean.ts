import { pasteLines } from "@/server/domain/paste-lines";

/** Turns a paste into lines that parsers can read: what terminals, mail, chat and editors add is taken off here. */

export interface Line {
  /** 1-based line of the paste. */
  n: number;
  /** Cleaned text, indentation kept, at most MAX_WIDTH characters. */
  text: string;
  /** The whole text where it was longer. */
  full?: string;
  /** Machine named by the last prompt above or on this line. */
  host?: string;
  /** A typed command, not output. */
  command: boolean;
}

export interface Paste {
  lines: Line[];
  truncated: boolean;
}

export const MAX_WIDTH = 2_000;
const MAX_LINES = 100_000;

// Built from strings: written as literals, control characters in a pattern are a lint error.
const ESC = "\\u001b";
const BEL = "\\u0007";
const ANSI = new RegExp(
  `${ESC}(?:\\[[0-9;?]{0,20}[A-Za-z]|\\][^${BEL}${ESC}]{0,200}(?:${BEL}|${ESC}\\\\)?|[()][A-Z0-9]|[=>])|\\u009b[0-9;?]{0,20}[A-Za-z]`,
  "g",
);
const LOST_ANSI = /\[(?:0|1|4|7|22|24|27|3\d|9\d|0?1;3\d|\d{1,2};\d{1,2})?m(?![\w.-]*\])/g;
/** What shows nothing, control characters among it. */
export const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]|(?!\t)\p{Cc}/gu;
const WIDE_BLANK = /[\u00a0\u2000-\u200a\u202f\u3000]/g;

// What `echo` without `-e` makes of a script's tab.
const WRITTEN_TAB = /^([\s>]{0,12})(?:\\t){1,4}(?=(?:[0-9a-f]{4,8}:)?[0-9a-f]{2}:[01][0-9a-f]\.[0-7]\b|IOMMU)/i;
const MARKDOWN_ESCAPE = /\\([[\]_*])/g;

const ENTITIES: Record<string, string> = { gt: ">", lt: "<", amp: "&", quot: '"', "#39": "'", nbsp: " " };

const USER_PROMPT =
  /^\s{0,8}(?:\([\w.-]{1,30}\)\s?)?\[?[\w.+-]{1,40}@([\w.-]{1,60})[\s:\]]?[^#$%>|\n]{0,80}[#$%>❯➜](?:\s|$)/u;
const HOST_PROMPT = /^\s{0,8}([A-Za-z][\w.-]{0,40}):[~/][\w./~-]{0,80}\s?[#$%>](?:\s|$)/;
const SHELL_PROMPT = /^\s{0,8}(?:(?:sh|bash|zsh)-\d[\d.]{0,8}[#$]|PS [A-Z]:[^>]{0,120}>|[A-Z]:\\[^>]{0,120}>)\s?/;
const QUOTE = /^ {0,3}(?:>[ ]?){1,10}/;
const MARKS = /^ {0,4}(?:(?:[$%❯➜]|#{1,6}|\/\/|\*)(?=\s|$) ?){1,4}/u;
const COMMAND =
  /^\s*(?:sudo\s+)?(?:lspci|nvidia-smi|rocm-smi|amd-smi|virsh|pvesh|qm|dmesg|journalctl|find|ls|cat|readlink|shopt|for\s+\w+\s+in|ssh|grep|lshw|while\s|exit|echo|bash|sh)(?:\s|$|;)/;

function plain(raw: string): string {
  let text = raw;
  if (text.includes("\u001b") || text.includes("\u009b")) text = text.replace(ANSI, "");
  text = text.replace(WIDE_BLANK, " ").replace(INVISIBLE, "");
  if (text.includes("m")) text = text.replace(LOST_ANSI, "");
  if (text.includes("\\")) text = text.replace(WRITTEN_TAB, "$1\t").replace(MARKDOWN_ESCAPE, "$1");
  if (text.includes("&"))
    text = text.replace(/&(gt|lt|amp|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "");
  return text.replace(/[│┃║]/g, "|").replace(/[“”]/g, '"').replace(/：/g, ": ").trimEnd();
}

function stripPrefix(text: string): { text: string; host?: string; prompted: boolean } {
  const quoted = text.replace(QUOTE, "");
  const named = USER_PROMPT.exec(quoted) ?? HOST_PROMPT.exec(quoted);
  if (named) return { text: quoted.slice(named[0].length), host: named[1], prompted: true };
  const shell = SHELL_PROMPT.exec(quoted);
  if (shell) return { text: quoted.slice(shell[0].length), prompted: true };
  return { text: quoted.replace(MARKS, "").replace(QUOTE, ""), prompted: false };
}

// A bus number is no line number: `01:00.0`, `02:00.0` and the domains `0001:00:00.0` must survive this.
const NUMBERING = /^\s{0,8}([1-9]\d{0,5})(?:\t|[.)|] ?|: ?(?![0-9a-f]{2}\.[0-7])| {1,2})/;

/** Whether every line begins with its number (`cat -n`, editors): a single number means nothing. */
function isNumbered(raw: string[]): boolean {
  const filled = raw.filter((line) => line.trim() !== "");
  if (filled.length < 3) return false;
  let previous: number | undefined;
  return filled.every((line) => {
    const n = Number(NUMBERING.exec(line)?.[1] ?? Number.NaN);
    const follows = Number.isInteger(n) && (previous === undefined || n === previous + 1);
    previous = n;
    return follows;
  });
}

/** Cleans a paste. Never throws; a paste of more than 100,000 lines is cut, and says so. */
export function cleanPaste(text: string): Paste {
  const raw = pasteLines(text);
  const kept = raw.slice(0, MAX_LINES);
  const numbered = isNumbered(kept.slice(0, 2_000).map((line) => line.slice(0, 40)));
  let host: string | undefined;
  const lines = kept.map((line, at): Line => {
    const unnumbered = numbered ? line.replace(NUMBERING, "") : line;
    const stripped = stripPrefix(plain(unnumbered));
    host = stripped.host ?? host;
    const text = stripped.text;
    return {
      n: at + 1,
      text: text.slice(0, MAX_WIDTH),
      ...(text.length > MAX_WIDTH && { full: text }),
      ...(host && { host }),
      command: stripped.prompted ? text.trim() !== "" : COMMAND.test(text.slice(0, 60)),
    };
  });
  return { lines, truncated: raw.slice(MAX_LINES).some((line) => line.trim() !== "") };
}
