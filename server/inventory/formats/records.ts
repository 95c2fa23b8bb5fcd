import { ADDRESS_SOURCE, normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, type Sighting, see } from "@/server/inventory/findings";
import {
  classByName,
  nameFromDescription,
  normaliseClass,
  normaliseId,
  normaliseVendorDevice,
  vendorByName,
} from "@/server/inventory/pci";

const FIELD = /^[\s-]{0,8}([A-Za-z][\w. -]{0,30}?)\s*[:=]\s*["']?(.*?)["']?$/;

/** `lspci -vm`, the older twin of `-vmm`, calls both the place and the device `Device`. */
const SLOT_AS_DEVICE = new RegExp(`^Device:\\s+${ADDRESS_SOURCE}\\s*$`, "i");

/** Fields of one device, keys lower case without blanks, as `lspci -vm`, `lshw` and YAML print them. */
type Fields = Map<string, string>;

/** Devices printed as `Key: value` blocks: `lspci -vmm`, `lshw -C display`, `pvesh --output-format yaml`. */
export function readRecords(lines: Line[], findings: Findings): void {
  let fields: Fields = new Map();
  let start = 0;
  const flush = () => {
    const sighting = fields.size >= 3 ? toSighting(fields, start) : undefined;
    if (sighting) see(findings, sighting);
    fields = new Map();
  };
  for (const line of lines) {
    const slot = SLOT_AS_DEVICE.test(line.text);
    const begins = slot || /^\s*(?:- \w|\*-)/.test(line.text) || /^Slot:\s/.test(line.text);
    if (line.text === "" || begins || line.command) flush();
    const field = line.text.length < 400 ? FIELD.exec(line.text) : null;
    if (!field?.[1]) continue;
    if (fields.size === 0) start = line.n;
    const key = slot ? "slot" : field[1].toLowerCase().replace(/[\s_-]/g, "");
    if (fields.size < 60 && !fields.has(key)) fields.set(key, field[2] ?? "");
  }
  flush();
}

function toSighting(fields: Fields, line: number): Sighting | undefined {
  if (fields.has("slot") && fields.has("class")) return fromVmm(fields, line);
  if (fields.has("businfo")) return fromLshw(fields, line);
  if (fields.has("id") && fields.has("vendor") && fields.has("class")) return fromYaml(fields, line);
  return undefined;
}

const idAtEnd = (text: string) => /\[([0-9a-f]{4})\]\s*$/i.exec(text)?.[1] ?? /^([0-9a-f]{4})$/i.exec(text.trim())?.[1];

function fromVmm(fields: Fields, line: number): Sighting | undefined {
  const bdf = normaliseAddress(fields.get("slot") ?? "");
  const className = fields.get("class") ?? "";
  const pciClass = idAtEnd(className) ?? classByName(className)?.pciClass;
  if (!bdf) return undefined;
  const group = numberField(fields, "iommugroup", "group");
  // A member of a group stands in the way whatever it is.
  if (!pciClass)
    return group.group === undefined ? undefined : { bdf, source: "lspci -v", line, description: className, ...group };
  const vendorText = fields.get("vendor") ?? "";
  const deviceText = fields.get("device") ?? "";
  const vendor = idAtEnd(vendorText)?.toLowerCase() ?? vendorByName(vendorText);
  const device = idAtEnd(deviceText)?.toLowerCase() ?? /^Device ([0-9a-f]{4})$/i.exec(deviceText)?.[1]?.toLowerCase();
  const name = nameFromDescription(deviceText.replace(/\s*\[[0-9a-f]{4}\]\s*$/i, "").replace(/^[0-9a-f]{4}$/i, ""));
  return {
    bdf,
    source: fields.has("iommugroup") ? "lspci -v" : "lspci",
    line,
    pciClass: pciClass.toLowerCase(),
    ...(vendor && { vendor }),
    ...(device && { device }),
    ...(name && { name }),
    description: `${vendorText} ${deviceText}`.trim(),
    ...group,
    ...numberField(fields, "numanode", "numa"),
    ...(fields.get("driver") && { driver: fields.get("driver") }),
  };
}

function numberField<K extends "group" | "numa">(fields: Fields, key: string, as: K): Partial<Record<K, number>> {
  const text = fields.get(key) ?? "";
  return /^\d{1,5}$/.test(text) ? ({ [as]: Number(text) } as Record<K, number>) : {};
}

const LSHW_CLASS: Record<string, string> = {
  "vga compatible controller": "0300",
  "3d controller": "0302",
  "display controller": "0380",
  "processing accelerators": "1200",
};

function fromLshw(fields: Fields, line: number): Sighting | undefined {
  const bdf = normaliseAddress((fields.get("businfo") ?? "").replace(/^pci@/, ""));
  const pciClass = LSHW_CLASS[(fields.get("description") ?? "").toLowerCase()];
  if (!bdf || !pciClass) return undefined;
  const product = fields.get("product") ?? "";
  const vendorText = fields.get("vendor") ?? "";
  const ids = /\[([0-9a-f]{4}):([0-9a-f]{4})\]\s*$/i.exec(product);
  const vendor = ids?.[1]?.toLowerCase() ?? vendorByName(vendorText);
  const name = nameFromDescription(product.replace(/\s*\[[0-9a-f]{4}:[0-9a-f]{4}\]\s*$/i, ""));
  const driver = /\bdriver=([\w-]+)/.exec(fields.get("configuration") ?? "")?.[1];
  return {
    bdf,
    source: "lshw",
    line,
    pciClass,
    ...(vendor && { vendor }),
    ...(ids?.[2] && { device: ids[2].toLowerCase() }),
    ...(name && { name }),
    description: `${vendorText} ${product}`.trim(),
    ...(driver && { driver }),
  };
}

function fromYaml(fields: Fields, line: number): Sighting | undefined {
  const bdf = normaliseAddress(fields.get("id") ?? "");
  const pciClass = normaliseClass(fields.get("class") ?? "");
  const vendor = normaliseId(fields.get("vendor") ?? "");
  const device = normaliseVendorDevice(fields.get("device") ?? "")?.device;
  if (!bdf || !pciClass || !vendor) return undefined;
  const description = fields.get("devicename") ?? "";
  const name = nameFromDescription(description);
  return {
    bdf,
    source: "Proxmox device list",
    line,
    pciClass,
    vendor,
    ...(device && { device }),
    ...(name && { name }),
    ...(description && { description }),
    ...numberField(fields, "iommugroup", "group"),
  };
}
