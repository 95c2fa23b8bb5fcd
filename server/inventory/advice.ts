import type { Findings } from "@/server/inventory/findings";
import { COLLECTOR } from "@/server/inventory/formats/collector";
import { gpuModelIdOf, gpuModelName, isFabricModel } from "@/server/inventory/gpu-models";
import { linesAt } from "@/server/inventory/lines";
import type { Device } from "@/server/inventory/merge";
import type { InventoryLink, InventoryMessage, InventoryUnit } from "@/server/inventory/types";
import { idOf, type Machine } from "@/server/inventory/units";
import { count, listOf } from "@/server/inventory/wording";

interface Result {
  findings: Findings;
  machine: Machine;
  units: InventoryUnit[];
  links: InventoryLink[];
  nvswitchCount: number;
}

const LISTINGS = new Set(["lspci", "IOMMU group listing", "lspci -v", "lshw"]);

/** What the person who pasted ought to know although nothing is wrong: what the paste cannot show. */
export function adviceOn(result: Result): InventoryMessage[] {
  return [
    ...filtered(result),
    ...withoutGroups(result),
    ...withoutNames(result),
    ...withoutIds(result),
    ...aboutFabric(result),
    ...aboutMachine(result),
    ...mixedModels(result),
  ];
}

function filtered({ findings, machine }: Result): InventoryMessage[] {
  const grouped = [...machine.devices.values()].filter((device) => device.group !== undefined);
  const inGroupWithGpu = machine.gpus.some((gpu) => gpu.group !== undefined);
  if (
    !inGroupWithGpu ||
    findings.othersListed === true ||
    grouped.some((device) => device.sources.has("libvirt device XML"))
  ) {
    return [];
  }
  const vendors = new Set(grouped.map((device) => device.vendor));
  const oneVendor = vendors.size === 1 && !vendors.has(undefined);
  const onlyDisplays = grouped.every((device) => /^03|^12/.test(device.pciClass ?? ""));
  if (!oneVendor && !onlyDisplays && findings.othersListed !== false) return [];
  const vendor = machine.gpus[0]?.vendor === "1002" ? "AMD" : "NVIDIA";
  const what = oneVendor ? `only ${vendor} devices` : "only graphics devices";
  const message =
    findings.othersListed === false
      ? "The report lists no other members of the IOMMU groups: 'sellable' is only as good as that."
      : `The listing of IOMMU groups shows ${what}, as if filtered by 'grep ${vendor}': other members of the groups cannot be seen, ` +
        "so 'sellable' is only as good as the paste. Paste the unfiltered listing before selling whole VMs.";
  return [{ message, ...(findings.filterLine && { line: findings.filterLine }) }];
}

function withoutGroups({ findings, machine, units }: Result): InventoryMessage[] {
  if (findings.iommuOffLine !== undefined) {
    const said = findings.sources.has(COLLECTOR) ? "The" : "'IOMMU Group *' (or group -1) means that the";
    const message =
      `${said} machine has no IOMMU groups: the IOMMU is off in BIOS or kernel ` +
      "(intel_iommu=on / amd_iommu=on). Whole-VM passthrough is not possible until it is on.";
    return machine.hasGroups ? [] : [{ message, line: findings.iommuOffLine }];
  }
  const listed = [...findings.sources].some((source) => LISTINGS.has(source));
  if (machine.hasGroups || !listed || !units.some((unit) => unit.sellable)) return [];
  return [
    {
      message:
        "No IOMMU groups in the paste. If this node is to be sold as whole VMs (vfio-group), paste the listing of IOMMU groups: " +
        "that GPUs are paired cannot be ruled out.",
    },
  ];
}

function withoutNames({ machine }: Result): InventoryMessage[] {
  const nameless = new Set(machine.gpus.filter((gpu) => !gpu.name).map(idOf));
  return [...nameless]
    .filter((id) => id !== undefined)
    .map((id) => {
      const known = gpuModelName(id.replace(":", "-"));
      const shown = known ? `shown as ${id}, by our own table ${known}` : `shown as ${id}`;
      const lines = machine.gpus.filter((gpu) => !gpu.name && idOf(gpu) === id).flatMap((gpu) => [...gpu.lines]);
      return { message: `Model name unknown to the listing ('Device ${id.slice(5)}'): ${shown}.`, ...linesAt(lines) };
    });
}

function withoutIds({ machine, findings }: Result): InventoryMessage[] {
  const bare = machine.gpus.filter((gpu) => !idOf(gpu));
  if (bare.length === 0) return [];
  const tools = listOf([...new Set(bare.flatMap((gpu) => [...gpu.sources]))]);
  const names = bare.some((gpu) => !gpu.name) ? " and model names" : "";
  const groups =
    machine.hasGroups || findings.iommuOffLine ? "" : ", and the listing of IOMMU groups if whole VMs are to be sold";
  return [
    {
      message: `No vendor:device ids${names} for ${count(bare.length, "GPU")} (${tools} prints none; device ids are missing): add 'lspci -nn' to know the PCI id${groups}.`,
      ...linesAt(bare.flatMap((gpu) => [...gpu.lines])),
    },
  ];
}

function aboutFabric({ machine, links, nvswitchCount }: Result): InventoryMessage[] {
  const fabric = machine.gpus.filter((gpu) => gpu.vendor !== "1002" && isFabricModel(gpu));
  if (nvswitchCount > 0 || machine.gpus.length < 2) return [];
  const types = new Set(links.map((link) => link.type));
  const [only] = types;
  const pairs = (machine.gpus.length * (machine.gpus.length - 1)) / 2;
  if (types.size === 1 && only?.startsWith("NV") && machine.gpus.length > 4 && links.length === pairs) {
    return [
      { message: `${only} between all GPUs implies NVSwitches, but none is listed: nvswitchCount 0 means "not seen".` },
    ];
  }
  if (fabric.length < 2 || links.length > 0) return [];
  return [
    {
      message:
        "0 NVSwitches and no links are visible in this paste; that does not mean that there is no NVLink fabric. " +
        "'nvidia-smi topo -m' shows the links.",
    },
  ];
}

const GUEST_VENDORS: Record<string, string> = {
  "1af4": "virtio",
  "1b36": "QEMU",
  "1234": "QEMU",
  "15ad": "VMware",
  "1414": "Hyper-V",
  "5853": "Xen",
};

function aboutMachine({ findings, machine }: Result): InventoryMessage[] {
  const guest = [...machine.devices.values()].find((device) => GUEST_VENDORS[device.vendor ?? ""]);
  const onRootBus = machine.gpus.find((gpu) => gpu.bdf.startsWith("0000:00:"));
  const told = findings.virtualMachine;
  if (!told && !guest && !onRootBus) return [];
  const seen = guest
    ? `${guest.bdf} is a ${GUEST_VENDORS[guest.vendor ?? ""]} device`
    : `${onRootBus?.bdf} sits on bus 00, as GPUs only do in guests`;
  const why = told?.why ?? seen;
  const line = told?.line ?? guest?.line ?? onRootBus?.line;
  return [
    {
      message: `${why}: this is a virtual machine. Its PCI addresses are a guest's, not the host's.`,
      ...(line && { line }),
    },
  ];
}

function mixedModels({ units, machine }: Result): InventoryMessage[] {
  return units.flatMap((unit) => {
    const gpus = unit.gpus.map((gpu) => machine.devices.get(gpu.bdf)).filter((gpu): gpu is Device => gpu !== undefined);
    const models = [...new Set(gpus.map(gpuModelIdOf))];
    if (models.length < 2) return [];
    return [
      { message: `Unit ${unit.id} holds different models (${listOf(models)}); it is listed as ${unit.gpuModelId}.` },
    ];
  });
}
