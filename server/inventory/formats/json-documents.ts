import { normaliseAddress } from "@/server/inventory/address";
import { INVISIBLE } from "@/server/inventory/clean";
import { type Findings, type Sighting, see } from "@/server/inventory/findings";
import { PROXMOX } from "@/server/inventory/formats/proxmox";
import {
  classByName,
  fromNvmlDeviceId,
  nameFromDescription,
  normaliseClass,
  normaliseId,
  normaliseVendorDevice,
  vendorByName,
} from "@/server/inventory/pci";

type Json = Record<string, unknown>;

const MAX_TRIES = 20;
const MAX_OBJECTS = 20_000;

export interface JsonDocument {
  value: unknown;
  /** Offset of its first character in the text. */
  start: number;
}

/** JSON values that begin a line of the text: at most a few, each read once, so that the whole stays linear. */
export function findJson(text: string): JsonDocument[] {
  const found: JsonDocument[] = [];
  const starts = /^[ \t]*[[{]/gm;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const match = starts.exec(text);
    if (!match) break;
    const start = match.index + match[0].length - 1;
    const end = closing(text, start);
    const value = end === undefined ? undefined : parse(text.slice(start, end));
    if (value === undefined) continue;
    found.push({ value, start });
    starts.lastIndex = end ?? text.length;
  }
  return found;
}

/** Offset after the bracket that closes the one at `start`; brackets inside strings don't count. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    if (depth === 0) return at + 1;
    if (depth > 40) return undefined;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

/** Escapes bring in what was taken off the text itself, and halves of characters, which no database holds. */
const cleaned = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(INVISIBLE, "").toWellFormed() : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, text.includes("\\u") ? cleaned : undefined);
  } catch {
    return undefined;
  }
}

/** Devices in JSON output of `pvesh`, `amd-smi`, `rocm-smi`, `lshw` and the like, wherever they are nested. */
export function readJsonDevices(document: unknown, line: number, findings: Findings): void {
  const queue: { value: unknown; depth: number; key?: string }[] = [{ value: document, depth: 0 }];
  for (let at = 0; at < queue.length && at < MAX_OBJECTS; at += 1) {
    const item = queue[at];
    if (!item || typeof item.value !== "object" || item.value === null) continue;
    if (!Array.isArray(item.value)) {
      const sighting = toSighting(item.value as Json, line, item.key, findings);
      if (sighting) see(findings, sighting);
    }
    if (item.depth > 6) continue;
    for (const [key, value] of Object.entries(item.value)) queue.push({ value, depth: item.depth + 1, key });
  }
}

const ADDRESS_KEYS = ["id", "bdf", "slot", "pcibus", "businfo", "pcibusid", "pciaddress", "address", "busid", "gpubdf"];

function toSighting(json: Json, line: number, key: string | undefined, findings: Findings): Sighting | undefined {
  const fields = new Map(
    Object.entries(json).map(([name, value]) => [name.toLowerCase().replace(/[\s._-]/g, ""), value]),
  );
  const text = (...names: string[]) => {
    const value = names
      .map((name) => fields.get(name))
      .find((item) => typeof item === "string" || typeof item === "number");
    return value === undefined ? "" : String(value).trim();
  };
  const bdf = ADDRESS_KEYS.map((name) => normaliseAddress(text(name))).find((address) => address !== undefined);
  if (!bdf) return undefined;
  const numberOf = (value: string) => (/^\d{1,5}$/.test(value) ? Number(value) : undefined);
  const group = text("iommugroup");
  if (group === "-1") findings.iommuOffLine ??= line;
  const index = numberOf(text("gpu", "index")) ?? numberOf(/^card(\d{1,3})$/.exec(key ?? "")?.[1] ?? "");
  const name = nameFromDescription(
    text("devicename", "product", "cardseries", "marketname", "name", "gpuname").replace(IDS_AT_END, ""),
  );
  const facts = { ...idsOf(text), ...uuidOf(text("uuid", "gpuuuid")) };
  return {
    bdf,
    source: sourceOf(fields),
    line,
    ...facts,
    ...(name && { name }),
    ...(text("devicename") && { description: text("devicename") }),
    ...(numberOf(group) !== undefined && { group: numberOf(group) }),
    ...(index !== undefined && { index }),
    ...(numberOf(text("numanode", "numa")) !== undefined && { numa: numberOf(text("numanode", "numa")) }),
    ...(Number(text("partitionid") || 0) > 0 && { partition: true }),
    ...assertedGpu(fields, facts.pciClass),
  };
}

function uuidOf(uuid: string): Pick<Sighting, "uuid"> {
  return uuid.length >= 8 ? { uuid } : {};
}

/** `lshw -numeric` puts ids behind a product's name. */
const IDS_AT_END = /\s*\[([0-9a-f]{4}:[0-9a-f]{4})\]\s*$/i;

function idsOf(text: (...names: string[]) => string): Pick<Sighting, "vendor" | "device" | "pciClass"> {
  const first = (read: (value: string) => string | undefined, ...names: string[]) =>
    names.map((name) => read(text(name))).find((value) => value !== undefined);
  const nvml = fromNvmlDeviceId(text("pcideviceid", "device"));
  const named = (value: string) => classByName(value)?.pciClass;
  const pciClass =
    first(normaliseClass, "class", "pciclass", "classid") ??
    first(named, "class", "pciclass", "classname", "description");
  const bracketed = normaliseVendorDevice(IDS_AT_END.exec(text("product"))?.[1] ?? "");
  const vendor =
    nvml?.vendor ?? bracketed?.vendor ?? first(normaliseId, "vendor", "vendorid") ?? first(vendorByName, "vendor");
  const device = nvml?.device ?? bracketed?.device ?? first(normaliseId, "device", "deviceid", "gpuid");
  return { ...(vendor && { vendor }), ...(device && { device }), ...(pciClass && { pciClass }) };
}

function sourceOf(fields: Map<string, unknown>): string {
  if (fields.has("iommugroup") || fields.has("devicename")) return PROXMOX;
  if (fields.has("pcibus")) return "rocm-smi";
  return fields.has("bdf") || fields.has("gpubdf") ? "amd-smi" : "JSON device list";
}

/** Tools that list GPUs only print no class. */
function assertedGpu(
  fields: Map<string, unknown>,
  pciClass: string | undefined,
): Pick<Sighting, "assertedGpu" | "vendor"> {
  if (pciClass || !(fields.has("bdf") || fields.has("gpubdf") || fields.has("pcibus"))) return {};
  return { assertedGpu: true, vendor: "1002" };
}
