/** PCI classes, vendors and ids as listings spell them. */

/** The classes that `lspci` names: plain listings tell a stranger in a GPU's group by nothing else. */
const CLASS_NAMES: Record<string, string> = {
  "0000": "Non-VGA unclassified device",
  "0001": "VGA compatible unclassified device",
  "0005": "Image coprocessor",
  "00ff": "Unclassified device",
  "0100": "SCSI storage controller",
  "0101": "IDE interface",
  "0102": "Floppy disk controller",
  "0103": "IPI bus controller",
  "0104": "RAID bus controller",
  "0105": "ATA controller",
  "0106": "SATA controller",
  "0107": "Serial Attached SCSI controller",
  "0108": "Non-Volatile memory controller",
  "0109": "Universal Flash Storage controller",
  "0180": "Mass storage controller",
  "0200": "Ethernet controller",
  "0201": "Token ring network controller",
  "0202": "FDDI network controller",
  "0203": "ATM network controller",
  "0204": "ISDN controller",
  "0205": "WorldFip controller",
  "0206": "PICMG controller",
  "0207": "Infiniband controller",
  "0208": "Fabric controller",
  "0280": "Network controller",
  "0300": "VGA compatible controller",
  "0301": "XGA compatible controller",
  "0302": "3D controller",
  "0380": "Display controller",
  "0400": "Multimedia video controller",
  "0401": "Multimedia audio controller",
  "0402": "Computer telephony device",
  "0403": "Audio device",
  "0480": "Multimedia controller",
  "0500": "RAM memory",
  "0501": "FLASH memory",
  "0502": "CXL",
  "0580": "Memory controller",
  "0600": "Host bridge",
  "0601": "ISA bridge",
  "0602": "EISA bridge",
  "0603": "MicroChannel bridge",
  "0604": "PCI bridge",
  "0605": "PCMCIA bridge",
  "0606": "NuBus bridge",
  "0607": "CardBus bridge",
  "0608": "RACEway bridge",
  "0609": "Semi-transparent PCI-to-PCI bridge",
  "060a": "InfiniBand to PCI host bridge",
  "0680": "Bridge",
  "0700": "Serial controller",
  "0701": "Parallel controller",
  "0702": "Multiport serial controller",
  "0703": "Modem",
  "0704": "GPIB controller",
  "0705": "Smard Card controller",
  "0780": "Communication controller",
  "0800": "PIC",
  "0801": "DMA controller",
  "0802": "Timer",
  "0803": "RTC",
  "0804": "PCI Hot-plug controller",
  "0805": "SD Host controller",
  "0806": "IOMMU",
  "0880": "System peripheral",
  "0899": "Timing Card",
  "0900": "Keyboard controller",
  "0901": "Digitizer Pen",
  "0902": "Mouse controller",
  "0903": "Scanner controller",
  "0904": "Gameport controller",
  "0980": "Input device controller",
  "0a80": "Docking station",
  "0b40": "Co-processor",
  "0b80": "Processor",
  "0c00": "FireWire (IEEE 1394)",
  "0c01": "ACCESS Bus",
  "0c02": "SSA",
  "0c03": "USB controller",
  "0c04": "Fibre Channel",
  "0c05": "SMBus",
  "0c06": "InfiniBand",
  "0c07": "IPMI Interface",
  "0c08": "SERCOS interface",
  "0c09": "CANBUS",
  "0c0a": "MIPI I3C Host Controller Interface",
  "0c80": "Serial bus controller",
  "0d00": "IRDA controller",
  "0d01": "Consumer IR controller",
  "0d10": "RF controller",
  "0d11": "Bluetooth",
  "0d12": "Broadband",
  "0d20": "802.1a controller",
  "0d21": "802.1b controller",
  "0d80": "Wireless controller",
  "0e00": "I2O",
  "0e80": "Intelligent controller",
  "0f01": "Satellite TV controller",
  "0f02": "Satellite audio communication controller",
  "0f03": "Satellite voice communication controller",
  "0f04": "Satellite data communication controller",
  "0f80": "Satellite communications controller",
  "1000": "Network and computing encryption device",
  "1010": "Entertainment encryption device",
  "1080": "Encryption controller",
  "1100": "DPIO module",
  "1101": "Performance counters",
  "1110": "Communication synchronizer",
  "1120": "Signal processing management",
  "1180": "Signal processing controller",
  "1200": "Processing accelerators",
  "1201": "SNIA Smart Data Accelerator Interface (SDXI) controller",
  "1300": "Non-Essential Instrumentation",
};

const BY_NAME = Object.entries(CLASS_NAMES)
  .map(([code, name]) => ({ code, name, key: name.toLowerCase() }))
  .sort((a, b) => b.key.length - a.key.length);

/** Any of these names as a pattern. */
export const CLASS_NAME_SOURCE = BY_NAME.map(({ name }) => name.replace(/[()]/g, "\\$&")).join("|");

/** What `lspci` calls a class code, or undefined. */
export function classNameOf(pciClass: string): string | undefined {
  return CLASS_NAMES[pciClass];
}

/** Class whose name `text` begins with (`VGA compatible controller: …`), and the text after it. */
export function classByName(text: string): { pciClass: string; className: string; rest: string } | undefined {
  const head = text.slice(0, 50).toLowerCase();
  const found = BY_NAME.find(({ key }) => head.startsWith(key));
  if (!found) return undefined;
  const after = text.slice(found.key.length);
  if (after !== "" && !/^(?:\s*:|\s{2,}|\s*$|\s*[|,]|\s*\[[0-9a-f]{4}:)/i.test(after)) return undefined;
  return { pciClass: found.code, className: found.name, rest: after.replace(/^[\s:|,]+/, "") };
}

/** `0302`, `0x030200`, `030200`, `0x0302` → `0302`; undefined for anything else. */
export function normaliseClass(spelling: string): string | undefined {
  const match = /^(?:0x)?([0-9a-f]{4})(?:[0-9a-f]{2})?$/i.exec(spelling.trim());
  if (match?.[1]) return match[1].toLowerCase();
  const short = /^0x([0-9a-f]{5})$/i.exec(spelling.trim());
  return short?.[1] ? `0${short[1].slice(0, 3)}`.toLowerCase() : undefined;
}

/** `10de`, `0x10DE` → `10de`. */
export function normaliseId(spelling: string): string | undefined {
  const match = /^(?:0x)?([0-9a-f]{1,4})$/i.exec(spelling.trim());
  return match?.[1]?.toLowerCase().padStart(4, "0");
}

/** `10de:2330`, `0x10de:0x2330`, `10de-2330`, `[10DE:2330]`, or `2330` alone (then no vendor). */
export function normaliseVendorDevice(spelling: string): { vendor?: string; device: string } | undefined {
  const bare = spelling.trim().replace(/^\[|\]$/g, "");
  const pair = /^(?:0x)?([0-9a-f]{4})\s*[:\- ]\s*(?:0x)?([0-9a-f]{4})$/i.exec(bare);
  if (pair?.[1] && pair[2]) return { vendor: pair[1].toLowerCase(), device: pair[2].toLowerCase() };
  const device = /^(?:0x)?([0-9a-f]{4})$/i.exec(bare)?.[1];
  return device ? { device: device.toLowerCase() } : undefined;
}

/** NVML prints device then vendor in one number: `0x234210DE` → 10de:2342. */
export function fromNvmlDeviceId(spelling: string): { vendor: string; device: string } | undefined {
  const match = /^0x([0-9a-f]{4})(10de)$/i.exec(spelling.trim());
  return match?.[1] ? { vendor: "10de", device: match[1].toLowerCase() } : undefined;
}

const VENDORS: readonly (readonly [RegExp, string])[] = [
  [/\[AMD\/ATI\]|^ATI\b|ATI Technologies/i, "1002"],
  [/^NVIDIA\b|^Nvidia\b/i, "10de"],
  [/\[AMD\]/, "1022"],
  [/^ASPEED/i, "1a03"],
  [/^Matrox/i, "102b"],
  [/^Intel/i, "8086"],
  [/^Mellanox/i, "15b3"],
  [/^Broadcom/i, "14e4"],
  [/^Realtek/i, "10ec"],
  [/^Samsung/i, "144d"],
  [/^Cirrus Logic/i, "1013"],
  [/^VMware/i, "15ad"],
  [/^Red Hat/i, "1af4"],
];

/** Vendor that a description begins with, where the listing has no ids. */
export function vendorByName(description: string): string | undefined {
  const head = description.slice(0, 80).trim();
  return VENDORS.find(([pattern]) => pattern.test(head))?.[1];
}

/** A name such as `H100 SXM5 80GB` out of `NVIDIA Corporation GH100 [H100 SXM5 80GB]`; undefined for `Device 2684`. */
export function nameFromDescription(description: string): string | undefined {
  const bare = description
    .slice(0, 300)
    .replace(/\((?:rev|prog-if)[^)]*\)?/g, " ")
    .replace(/^\s*NVIDIA Corporation\s*/i, "")
    .replace(/^\s*Advanced Micro Devices,? Inc\.?\s*(?:\[AMD(?:\/ATI)?\])?\s*/i, "")
    .replace(/^\s*ATI Technologies(?: Inc\.?)?\s*/i, "")
    .trim();
  if (bare === "" || /^\(?Device\b(?:\s+(?:0x)?[0-9a-f]{4})?\)?$/i.test(bare)) return undefined;
  const open = bare.lastIndexOf("[");
  if (open < 0) return bare;
  const close = bare.indexOf("]", open);
  if (close < 0) return undefined;
  return bare.slice(open + 1, close).trim() || undefined;
}
