import { shownName } from "../contract/problems";
import { invalid, Refusal } from "../domain/errors";

const MALFORMED = "The body is not valid JSON in UTF-8.";

/** Twice what the largest report has; each is looked at by itself. */
const MOST_NAMES = 10_000;

/** End of the string literal that starts at `start`; the text is known to be valid JSON. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === '"') return at;
  }
}

function nextChar(text: string, start: number): string | undefined {
  let at = start;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return text[at];
}

/**
 * Finds a name that stands twice in one object of valid JSON, or `__proto__`, which must never become a name of ours.
 * Without recursion, so that deep nesting costs no stack.
 */
function refuseRepeatedNames(text: string): void {
  const names: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === "{") names.push(new Set());
    else if (char === "[") names.push(undefined);
    else if (char === "}" || char === "]") names.pop();
    else if (char === '"') {
      const end = stringEnd(text, at);
      if (nextChar(text, end + 1) === ":") noteName(names.at(-1), JSON.parse(text.slice(at, end + 1)) as string);
      at = end;
    }
  }
}

function noteName(names: Set<string> | undefined, name: string): void {
  if (name === "__proto__") throw invalid([{ field: name, message: "is not a name that this call knows" }]);
  if (names?.has(name)) throw invalid([{ field: shownName(name), message: "is repeated" }]);
  names?.add(name);
  if (names && names.size > MOST_NAMES) {
    throw invalid([{ field: "body", message: `holds an object of more than ${MOST_NAMES} names` }]);
  }
}

/** Reads a JSON body strictly: valid UTF-8 (a byte-order mark may stand before it), valid JSON, no name twice. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid_request", MALFORMED);
  }
  refuseRepeatedNames(text);
  return value;
}
