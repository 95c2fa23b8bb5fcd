/** Display devices that are no GPUs to sell: lists that vendor and class alone can't replace (contract, section 6). */

/** AMD graphics that are part of a processor or chipset; ids as in the public PCI id list. */
const INTEGRATED_AMD = new Set(
  (
    "4136 4137 4336 4337 4437 5834 5835 5854 5874 5954 5955 5974 5975 5a41 5a42 5a61 5a62 7834 7835 7941 7942 796e " +
    "1114 1304 1305 1306 1307 1309 130a 130b 130c 130d 130e 130f 1310 1311 1312 1313 1315 1316 1317 1318 131b " +
    "131c 131d 13c0 1435 1506 150e 1586 15bf 15c8 15d8 15dd 15e7 1636 1638 163f 164c 164d 164e 164f 1681 1900 " +
    "1901 1902 791e 791f 793f 9610 9611 9612 9613 9614 9615 9616 9640 9641 9642 9643 9644 9645 9647 9648 9649 " +
    "964a 964b 964c 964e 964f 9710 9712 9713 9714 9715 9802 9803 9804 9805 9806 9807 9808 9809 980a 9830 9831 " +
    "9832 9833 9834 9835 9836 9837 9838 9839 983d 9850 9851 9852 9853 9854 9855 9856 9857 9858 9859 985a 985b " +
    "985c 985d 985e 985f 9874 98e4 9900 9901 9903 9904 9905 9906 9907 9908 9909 990a 990b 990c 990d 990e 990f " +
    "9910 9913 9917 9918 9919 9990 9991 9992 9993 9994 9995 9996 9997 9998 9999 999a 999b 999c 999d 99a0 99a2 " +
    "99a4 9890 98c0 991e 9920 9922 9923"
  ).split(" "),
);

const INTEGRATED_NAME =
  /\b(?:Raphael|Rembrandt|Cezanne|Renoir|Lucienne|Barcelo|Picasso|Raven Ridge|Raven 2|Phoenix\d?|Hawk ?Point\d?|Strix|Krackan\d?|Mendocino|Granite Ridge|Van ?Gogh|Kaveri|Carrizo|Stoney|Mullins|Kabini|Temash|Trinity|Richland|Dragon Range|Gorgon)\b/i;

/** Radeon chips of the last century that servers carry as the BMC's screen. */
const BMC_AMD = new Set(["515e", "5159", "4752", "4750", "4749", "4753", "4758", "474d", "474f"]);

const BMC_VENDORS: Record<string, string> = {
  "1a03": "ASPEED",
  "102b": "Matrox",
  "18ca": "XGI",
  "126f": "Silicon Motion",
  "19e5": "Huawei iBMC",
  "1002": "ATI",
};

const VIRTUAL_VENDORS: Record<string, string> = {
  "1234": "QEMU",
  "1013": "Cirrus Logic",
  "1b36": "QXL",
  "1af4": "virtio",
  "15ad": "VMware",
  "1414": "Hyper-V",
  "80ee": "VirtualBox",
  "1ab8": "Parallels",
};

/** SR-IOV virtual functions of AMD accelerators. */
const VIRTUAL_AMD = new Set([
  "686c",
  "692f",
  "73ae",
  "73ce",
  "7410",
  "7461",
  "74b5",
  "74b6",
  "74b9",
  "74bc",
  "74bd",
  "75b0",
  "75b3",
  "75b8",
]);

const VIRTUAL_NAME = /\bVF\b|\bMxGPU\b|\bVirtual Function\b/i;
const VGPU_NAME = /^(?:NVIDIA |GRID )*[A-Z][\w -]{1,20}-\d{1,3}[QABC](?:ME)?$|\bvGPU\b/;

interface Known {
  vendor?: string;
  device?: string;
  name?: string;
  description?: string;
}

/** Why a device of a display class is no GPU to sell, by its ids and names alone; undefined where it is one. */
export function notForSale(device: Known): { reason: string; kind: string } | undefined {
  const { vendor = "", device: id = "" } = device;
  if (vendor !== "10de" && vendor !== "1002") return otherVendor(vendor);
  const text = `${device.description ?? ""} ${device.name ?? ""}`;
  if (vendor === "1002" && BMC_AMD.has(id)) return { kind: "management controller", reason: bmc("ATI") };
  if (vendor === "1002" && (INTEGRATED_AMD.has(id) || integratedByName(id, text))) {
    return { kind: "integrated graphics", reason: "Integrated graphics: part of the processor, not a GPU to sell." };
  }
  if (vendor === "10de" && /nForce|\bMCP\d/i.test(text)) {
    return { kind: "integrated graphics", reason: "Integrated graphics: part of the chipset, not a GPU to sell." };
  }
  return undefined;
}

function integratedByName(id: string, text: string): boolean {
  return (
    INTEGRATED_NAME.test(text) && !/Instinct|Radeon (?:RX|PRO)/i.test(text) && (id === "" || !INTEGRATED_AMD.has(id))
  );
}

const bmc = (name: string) => `Graphics of the management controller (BMC, ${name}), not a GPU to sell.`;

function otherVendor(vendor: string): { reason: string; kind: string } {
  const management = BMC_VENDORS[vendor];
  if (management) return { kind: "management controller", reason: bmc(management) };
  const virtual = VIRTUAL_VENDORS[vendor];
  if (virtual)
    return { kind: "virtual display", reason: `Virtual display (${virtual}) of a virtual machine, not a GPU to sell.` };
  if (vendor === "8086")
    return { kind: "Intel graphics", reason: "Intel graphics (integrated or not): only NVIDIA and AMD GPUs are sold." };
  const whose = vendor === "" ? "of an unknown vendor" : `of vendor ${vendor}`;
  return { kind: "display controller", reason: `Display controller ${whose}: only NVIDIA and AMD GPUs are sold.` };
}

/** Whether ids or name say that this is an SR-IOV virtual function or a vGPU. */
export function isVirtualByName(device: Known): boolean {
  if (device.vendor === "1002" && VIRTUAL_AMD.has(device.device ?? "")) return true;
  if (VIRTUAL_NAME.test(`${device.description ?? ""} ${device.name ?? ""}`)) return true;
  return device.vendor === "10de" && VGPU_NAME.test(device.name ?? "");
}
