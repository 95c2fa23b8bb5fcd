import { ADDRESS_SOURCE, normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, see } from "@/server/inventory/findings";
import { nameFromDescription, normaliseClass, normaliseId } from "@/server/inventory/pci";

export const PROXMOX = "Proxmox device list";

const BORDERLESS = new RegExp(
  `^\\s*(0x[0-9a-f]{6})\\s+(0x[0-9a-f]{1,4})\\s+(${ADDRESS_SOURCE})\\s+(-?\\d{1,5})\\s+(?:(0x[0-9a-f]{4})\\b)?\\s*(.*)$`,
  "i",
);

/** Column name → cell text. */
type Row = Map<string, string>;

/** The table of `pvesh get /nodes/<node>/hardware/pci`, with its frame or without. */
export function readProxmox(lines: Line[], findings: Findings): void {
  let columns: string[] | undefined;
  for (const line of lines) {
    if (!line.text.includes("0x") && !line.text.includes("iommugroup")) continue;
    if (!line.text.includes("|")) {
      readBorderless(line, findings);
      continue;
    }
    const cells = line.text.split("|").map((cell) => cell.trim());
    if (cells.includes("id") && cells.includes("class")) columns = cells;
    else if (columns) readRow(new Map(columns.map((name, at) => [name, cells[at] ?? ""])), line, findings);
  }
}

function readBorderless(line: Line, findings: Findings): void {
  const match = BORDERLESS.exec(line.text);
  if (!match) return;
  const [, pciClass = "", device = "", id = "", iommugroup = "", vendor = "", name = ""] = match;
  const row = { class: pciClass, device, id, iommugroup, vendor, device_name: name.split(/\s{2,}/)[0] ?? "" };
  readRow(new Map(Object.entries(row)), line, findings);
}

function readRow(row: Row, line: Line, findings: Findings): void {
  const bdf = normaliseAddress(row.get("id") ?? "");
  const pciClass = normaliseClass(row.get("class") ?? "");
  if (!bdf || !pciClass) return;
  const vendor = normaliseId(row.get("vendor") ?? "");
  const device = normaliseId(row.get("device") ?? "");
  const description = row.get("device_name") ?? "";
  const name = nameFromDescription(description);
  const group = row.get("iommugroup") ?? "";
  if (group === "-1") findings.iommuOffLine ??= line.n;
  see(findings, {
    bdf,
    source: PROXMOX,
    line: line.n,
    ...(line.host && { host: line.host }),
    pciClass,
    ...(vendor && { vendor }),
    ...(device && { device }),
    ...(name && { name }),
    ...(description && { description }),
    ...(/^\d{1,5}$/.test(group) && { group: Number(group) }),
  });
}
