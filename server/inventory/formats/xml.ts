import { addressFromNumbers, normaliseAddress } from "@/server/inventory/address";
import { type Findings, type Sighting, see } from "@/server/inventory/findings";
import { fromNvmlDeviceId, nameFromDescription, normaliseClass, normaliseId } from "@/server/inventory/pci";

export const LIBVIRT = "libvirt device XML";

const MAX_BODY = 40_000;

/** Pieces between `<tag …>` and `</tag>`, in order; unclosed ones end with the next. Linear in the text. */
function* pieces(text: string, tag: string): Generator<{ body: string; start: number }> {
  const open = `<${tag}`;
  const close = `</${/^\w+/.exec(tag)?.[0]}>`;
  let at = text.indexOf(open);
  while (at >= 0) {
    const next = text.indexOf(open, at + 1);
    const body = text.slice(at, Math.min(next < 0 ? text.length : next, at + MAX_BODY));
    const end = body.indexOf(close);
    yield { body: end < 0 ? body : body.slice(0, end), start: at };
    at = next;
  }
}

const field = (body: string, tag: string) => new RegExp(`<${tag}>\\s*([^<]{1,300}?)\\s*</${tag}>`).exec(body)?.[1];

/** Node devices (`virsh nodedev-dumpxml`) and `nvidia-smi -q -x`. `lineAt` maps an offset of `text` to its line. */
export function readXml(text: string, lineAt: (offset: number) => number, findings: Findings): void {
  if (text.includes("<device")) {
    for (const { body, start } of pieces(text, "device>")) readNodeDevice(body, lineAt(start), findings);
  }
  if (text.includes("<gpu id=")) {
    for (const { body, start } of pieces(text, "gpu id=")) readNvidiaXml(body, lineAt(start), findings);
  }
}

function attributes(tag: string): Map<string, string> {
  return new Map([...tag.matchAll(/(\w+)=['"]([^'"]{0,40})['"]/g)].map((match) => [match[1] ?? "", match[2] ?? ""]));
}

function addressOf(tag: string): string | undefined {
  const part = attributes(tag);
  const number = (name: string) => {
    const value = part.get(name) ?? "";
    return value === "" ? Number.NaN : Number(value);
  };
  return addressFromNumbers(number("domain"), number("bus"), number("slot"), number("function"));
}

function ownAddress(body: string): string | undefined {
  const number = (tag: string) => Number(field(body, tag) ?? Number.NaN);
  const numbers = addressFromNumbers(number("domain"), number("bus"), number("slot"), number("function"));
  return numbers ?? normaliseAddress(field(body, "name") ?? "");
}

function readNodeDevice(body: string, line: number, findings: Findings): void {
  if (!/<capability type=['"]pci['"]/.test(body)) return;
  const bdf = ownAddress(body);
  if (!bdf) return;
  findings.sources.add(LIBVIRT);
  const pciClass = normaliseClass(field(body, "class") ?? "");
  const product = /<product id=['"]([^'"]{1,10})['"]\s*(?:\/>|>([^<]{0,200}))/.exec(body);
  const vendor = /<vendor id=['"]([^'"]{1,10})['"]/.exec(body)?.[1];
  const iommu = /<iommuGroup number=['"](\d{1,5})['"]/.exec(body);
  const numa = /<numa node=['"](\d{1,4})['"]/.exec(body)?.[1];
  const name = nameFromDescription(product?.[2] ?? "");
  const path = pathOf(field(body, "path") ?? "");
  const driver = /<driver>\s*<name>([\w-]{1,40})<\/name>/.exec(body)?.[1];
  see(findings, {
    bdf,
    source: LIBVIRT,
    line,
    ...(pciClass && { pciClass }),
    ...optionalIds(vendor, product?.[1]),
    ...(name && { name }),
    ...(product?.[2] && { description: product[2] }),
    ...(numa !== undefined && { numa: Number(numa) }),
    ...(path && { path }),
    ...(driver && { driver }),
    ...(iommu?.[1] && { group: Number(iommu[1]) }),
    ...functionsOf(body),
  });
  if (iommu) readGroupMembers(body.slice(iommu.index), Number(iommu[1]), bdf, line, findings);
}

function optionalIds(vendor: string | undefined, device: string | undefined): Pick<Sighting, "vendor" | "device"> {
  const ids = { vendor: normaliseId(vendor ?? ""), device: normaliseId(device ?? "") };
  return { ...(ids.vendor && { vendor: ids.vendor }), ...(ids.device && { device: ids.device }) };
}

/** SR-IOV: what the device is part of (`phys_function`) or is split into (`virt_functions`). */
function functionsOf(body: string): Pick<Sighting, "virtualFunction" | "physicalFunction" | "enabledVfs"> {
  const phys = /<capability type=['"]phys_function['"]>\s*(<address[^>]{0,120}>)/.exec(body);
  if (phys?.[1]) {
    const physicalFunction = addressOf(phys[1]);
    return { virtualFunction: true, ...(physicalFunction && { physicalFunction }) };
  }
  const virt = body.indexOf("virt_functions");
  if (virt < 0) return {};
  const inner = body.slice(virt, virt + 20_000);
  if (/^virt_functions['"][^>]{0,60}\/>/.test(inner)) return {};
  const end = inner.indexOf("</capability>");
  const enabledVfs = (end < 0 ? inner : inner.slice(0, end)).split("<address").length - 1;
  return enabledVfs > 0 ? { enabledVfs } : {};
}

function readGroupMembers(body: string, group: number, self: string, line: number, findings: Findings): void {
  const end = body.indexOf("</iommuGroup>");
  const inner = end < 0 ? body : body.slice(0, end);
  for (const match of [...inner.matchAll(/<address[^>]{0,120}>/g)].slice(0, 256)) {
    const bdf = addressOf(match[0]);
    if (bdf && bdf !== self) see(findings, { bdf, source: LIBVIRT, line, group });
  }
}

function pathOf(path: string): string[] | undefined {
  const parts = path
    .split("/")
    .map((part) => normaliseAddress(part))
    .filter((part) => part !== undefined);
  return parts.length > 1 ? parts : undefined;
}

function readNvidiaXml(body: string, line: number, findings: Findings): void {
  const bdf = normaliseAddress(/^<gpu id=["']([^"']{7,20})["']/.exec(body)?.[1] ?? "");
  if (!bdf) return;
  const name = field(body, "product_name");
  const uuid = field(body, "uuid");
  const ids = fromNvmlDeviceId(`0x${(field(body, "pci_device_id") ?? "").replace(/^0x/i, "")}`);
  const index = field(body, "minor_number");
  const mig = field(body, "current_mig") === "Enabled";
  see(findings, {
    bdf,
    source: "nvidia-smi -q -x",
    line,
    assertedGpu: true,
    vendor: "10de",
    ...(ids && { device: ids.device }),
    ...(name && { name }),
    ...(uuid && { uuid }),
    ...(mig && { mig }),
    ...(index && /^\d{1,3}$/.test(index) && { driver: "nvidia" }),
  });
}
