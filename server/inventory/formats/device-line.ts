import { ADDRESS_SOURCE, normaliseAddress, normalisePath } from "@/server/inventory/address";
import {
  classByName,
  classNameOf,
  nameFromDescription,
  normaliseClass,
  normaliseId,
  vendorByName,
} from "@/server/inventory/pci";

/** One line of `lspci` in any of its forms, without what its neighbours say. */
export interface DeviceLine {
  bdf: string;
  path?: string[];
  /** Text before the address: group prefixes and marks. */
  before: string;
  /** Text after the address. */
  after: string;
  pciClass?: string;
  className?: string;
  vendor?: string;
  device?: string;
  name?: string;
  description?: string;
  driver?: string;
  /** The line ends before its id. */
  cut?: boolean;
}

const LINE_NUMBER = new RegExp(
  `^\\s*(?:\\d{1,3}[:-]\\s?|\\d{4,6}[:-](?=[0-9a-f]{4,8}:))(?=(?:\\[|IOMMU|${ADDRESS_SOURCE}\\b))`,
  "i",
);
const ELEMENT = `(?:${ADDRESS_SOURCE})(?:/(?:${ADDRESS_SOURCE}|[01][0-9a-f]\\.[0-7]))*`;
const LOCATION = new RegExp(`(?<![\\w:.-])${ELEMENT}(?![\\w.]|:\\S)`, "i");
const WITH_CODE = /^([^[\]":]{0,80})\[([0-9a-f]{4})\](?!\S*:[0-9a-f]{4}\])(?:\s*\[[0-9a-f]{6}\])?\s*:?\s*(.*)$/i;
const NUMERIC = /^(?:Class\s+)?([0-9a-f]{4}):\s+([0-9a-f]{4}):([0-9a-f]{4})\b(.*)$/i;
const IDS = /\[([0-9a-f]{4}):([0-9a-f]{4})\]/i;
const DRIVER = /\b(?:Kernel driver in use|Driver(?: in use)?|driver)\s*[:=]\s*([\w-]{1,40})/;

type Described = Omit<DeviceLine, "bdf" | "before" | "after" | "path">;

/** Address, class, ids and name of a listing's line; undefined where no PCI address is on it. */
export function readDeviceLine(text: string): DeviceLine | undefined {
  const line = text.replace(LINE_NUMBER, "");
  const match = LOCATION.exec(line);
  if (!match) return undefined;
  const location = match[0];
  const path = location.includes("/") ? normalisePath(location) : undefined;
  if (location.includes("/") && !path) return undefined;
  const bdf = path?.at(-1) ?? normaliseAddress(location);
  if (!bdf) return undefined;
  const before = line.slice(0, match.index);
  const after = line.slice(match.index + location.length);
  return { bdf, ...(path && { path }), before, after, ...readRest(before, after) };
}

function readRest(before: string, after: string): Described {
  const rest = after.replace(/^[\s|:]*(?:(?:\[(?:R|RESET|FLR|\s)\]|\((?:R|RESET|FLR)\))\s*)?/i, "");
  if (rest.startsWith('"')) return quoted(rest);
  const numeric = NUMERIC.exec(rest);
  if (numeric?.[1] && numeric[2] && numeric[3]) {
    const pciClass = numeric[1].toLowerCase();
    const className = classNameOf(pciClass);
    return {
      pciClass,
      ...(className && { className }),
      vendor: numeric[2].toLowerCase(),
      device: numeric[3].toLowerCase(),
    };
  }
  const coded = WITH_CODE.exec(rest);
  if (coded?.[2]) {
    const pciClass = coded[2].toLowerCase();
    const className = (coded[1] ?? "").trim() || classNameOf(pciClass);
    return { pciClass, ...(className && { className }), ...described(coded[3] ?? "", before) };
  }
  const named = classByName(rest);
  if (!named) return {};
  return { pciClass: named.pciClass, className: named.className, ...described(named.rest, before) };
}

function described(text: string, before: string): Described {
  const subsystem = text.indexOf("Subsystem:");
  const own = subsystem < 0 ? text : text.slice(0, subsystem);
  const ids = IDS.exec(own) ?? IDS.exec(before);
  const inOwn = ids && IDS.exec(own) ? ids.index : -1;
  const description = (inOwn >= 0 ? own.slice(0, inOwn) : own.replace(DRIVER, "")).trim();
  const vendor = ids?.[1]?.toLowerCase() ?? vendorByName(description);
  const device = ids?.[2]?.toLowerCase() ?? deviceByName(description);
  const name = nameFromDescription(description);
  const driver = DRIVER.exec(text)?.[1];
  const opened = description.split("[").length > description.split("]").length;
  return {
    ...(vendor && { vendor }),
    ...(device && { device }),
    ...(name && { name }),
    ...(description && { description }),
    ...(driver && { driver }),
    ...((opened || description === "") && !ids && { cut: true }),
  };
}

/** `Device 2684` is how plain `lspci` prints an id that its table lacks. */
function deviceByName(description: string): string | undefined {
  return /\bDevice\s+([0-9a-f]{4})\b(?!\s*\[)/i.exec(description)?.[1]?.toLowerCase();
}

/** `lspci -mm`: `"VGA compatible controller [0300]" "NVIDIA Corporation [10de]" "AD102 [GeForce RTX 4090] [2684]" …`. */
function quoted(rest: string): Described {
  const fields = [...rest.matchAll(/"([^"]*)"/g)].slice(0, 5).map((match) => match[1] ?? "");
  const [classField = "", vendorField = "", deviceField = ""] = fields;
  const pciClass = trailingId(classField) ?? classByName(classField)?.pciClass;
  if (!pciClass || fields.length < 3) return {};
  const normal = normaliseClass(pciClass) ?? pciClass;
  const vendor = trailingId(vendorField) ?? vendorByName(vendorField);
  const device = trailingId(deviceField) ?? deviceByName(deviceField);
  const name = nameFromDescription(deviceField.replace(/\s*\[[0-9a-f]{4}\]$/i, "").replace(/^[0-9a-f]{4}$/i, ""));
  const className = classNameOf(normal);
  return {
    pciClass: normal,
    ...(className && { className }),
    ...(vendor && { vendor }),
    ...(device && { device }),
    ...(name && { name }),
    description: `${vendorField} ${deviceField}`.trim(),
  };
}

function trailingId(field: string): string | undefined {
  const id = /\[([0-9a-f]{4})\]$/i.exec(field)?.[1] ?? /^([0-9a-f]{4})$/i.exec(field)?.[1];
  return id ? normaliseId(id) : undefined;
}

/** Every address on a line that holds nothing else (`ls devices/`), else none. */
export function bareAddresses(text: string): string[] {
  const words = text.trim().split(/\s+/);
  if (words.length > 40) return [];
  const all = words.map((word) => (word === "" ? undefined : normaliseAddress(word.replace(/[@/]$/, ""))));
  return all.every((address) => address !== undefined) ? all : [];
}
