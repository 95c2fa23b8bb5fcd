import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";

const reasonOf = (text: string) => readText(text).units.map((unit) => unit.notSellableReason ?? "sellable");

describe("members of a group whose line has no PCI class code", () => {
  it.each([
    ["IPMI Interface", "Contoso BMC KCS"],
    ["Fibre Channel", "Contoso HBA (rev 01)"],
    ["Multiport serial controller", "Contoso quad UART"],
    ["Unclassified device", "Contoso balloon"],
  ])("stand in the way by their class's name: %s", (className, name) => {
    const text = `IOMMU Group 4 21:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] (rev a1)
IOMMU Group 4 22:00.0 ${className}: ${name}`;
    expect(reasonOf(text)).toEqual([expect.stringContaining(`0000:22:00.0 (${className} [`)]);
  });

  it.each(["\t", ""])("stand in the way even where that name is new to us (indented by '%s')", (indent) => {
    const text = `IOMMU Group 4:
${indent}21:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] (rev a1)
${indent}22:00.0 Quantum entangler: Contoso Q1 (rev 02)`;
    expect(reasonOf(text)).toEqual([
      expect.stringContaining("0000:22:00.0 (of unknown kind: Quantum entangler: Contoso Q1 (rev 02))"),
    ]);
    expect(readText(text).devices.at(-1)).toMatchObject({ bdf: "0000:22:00.0", as: "unknown", lines: [3] });
  });

  it("are no members where prose names an address", () => {
    const text = `IOMMU Group 4:
\t21:00.0 VGA compatible controller: NVIDIA Corporation AD102 [GeForce RTX 4090] (rev a1)
The slot of 22:00.0 is empty.`;
    expect(reasonOf(text)).toEqual(["sellable"]);
  });
});

describe("a class that is followed by ids alone", () => {
  it("is read like one with a name", () => {
    const { accept, units } = readText("84:00.0 3D controller [10de:26b9]\n84:00.1 Audio device   [10de:22ba]");
    expect(accept).toBe("yes");
    expect(units.map(({ id, gpuModelId }) => `${id} ${gpuModelId}`)).toEqual(["0000:84:00.0 10de-26b9"]);
  });
});

describe("a heading of a group", () => {
  const under = (heading: (group: number) => string) => `${heading(3)}
\t00:03.1 PCI bridge [0604]: Contoso Root Port [8086:3c08]
\t21:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)
\t22:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)
${heading(14)}
\t41:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)`;

  it.each<[string, (group: number) => string]>([
    ["between rules", (group) => `=== IOMMU Group ${group} ===`],
    ["between stars", (group) => `*** Group ${group} ***`],
    ["in brackets", (group) => `[IOMMU Group ${group}]`],
    ["in bold tags", (group) => `<b>IOMMU group ${group}</b>`],
    ["in Spanish", (group) => `Grupo IOMMU ${group}:`],
    ["in French", (group) => `Groupe IOMMU ${group} :`],
    ["with a count", (group) => `Group ${group}: 2 devices`],
    ["with a remark", (group) => `IOMMU group ${group} (isolated)`],
    ["as a sentence", (group) => `Devices in IOMMU group ${group}:`],
    ["without the word", (group) => `IOMMU ${group}:`],
    ["underlined", (group) => `IOMMU Group ${group}\n---------------`],
  ])("is understood %s", (_, heading) => {
    const { accept, units } = readText(under(heading));
    expect(units.map(({ id, iommuGroup, sellableGpus }) => [id, iommuGroup, sellableGpus])).toEqual([
      ["0000:21:00.0", 3, 2],
      ["0000:41:00.0", 14, 1],
    ]);
    expect(accept).toBe("yes");
  });

  it("is not seen in a kernel's log of its IOMMUs", () => {
    const log = "[    0.53] IOMMU 0 0xfed90000: using Queued invalidation\n[    0.54] DMAR: IOMMU enabled";
    const card = "21:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)";
    expect(readText(`${log}\n${card}`)).toMatchObject({ accept: "yes", units: [{ id: "0000:21:00.0" }] });
    expect(readText(`${log}\n${card}`).units[0]).not.toHaveProperty("iommuGroup");
  });

  it("is not seen in prose above a listing that has none", () => {
    const { accept, units, errors } = readText(
      `As far as I know both of my cards are in one and the same IOMMU group 3, with nothing else there:
21:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)
22:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)`,
    );
    expect(units.map((unit) => unit.iommuGroup)).toEqual([undefined, undefined]);
    // Selling them one by one would part what the text itself says belongs together.
    expect(accept).toBe("partial");
    expect(errors).toEqual([{ line: 1, message: expect.stringContaining("names IOMMU groups, but not as a listing") }]);
  });
});

describe("what a shell or an editor made of a listing's tabs and brackets", () => {
  const tabbed = `IOMMU Group 3:
\t21:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)
\t22:00.0 Ethernet controller [0200]: Contoso NIC [8086:1533] (rev 03)
IOMMU Group 14:
\t0000:41:00.0 3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)`;
  const { units } = readText(tabbed);

  it.each([
    ["a tab written out", tabbed.replaceAll("\t", "\\t")],
    ["-e printed", tabbed.replaceAll("\t", "-e \t")],
    [
      "quoted markdown with hard breaks",
      tabbed.replaceAll("\t", "").replace(/[[\]]/g, "\\$&").replace(/^/gm, "> ").replace(/$/gm, "  "),
    ],
  ])("changes nothing: %s", (_, text) => {
    expect(readText(text)).toMatchObject({ accept: "yes", units });
    expect(units.map((unit) => unit.sellableGpus)).toEqual([0, 1]);
  });
});

describe("records of lspci", () => {
  const record = (first: string, bus: string, className: string) =>
    `${first}:\t${bus}:00.0\nClass:\t${className}\nVendor:\tNVIDIA Corporation\nDevice:\tAD102GL [L40S]\nIOMMUGroup:\t5\n`;

  it("are read in both their forms", () => {
    for (const first of ["Slot", "Device"]) {
      const { units } = readText(`${record(first, "21", "3D controller")}\n${record(first, "22", "3D controller")}`);
      expect(units.map(({ id, gpuModelId, gpus }) => [id, gpuModelId, gpus.length])).toEqual([
        ["0000:21:00.0", "10de-26b9", 2],
      ]);
    }
  });

  it("keep a member of a class that is new to us", () => {
    const text = `${record("Slot", "21", "3D controller")}\n${record("Slot", "22", "Quantum entangler")}`;
    expect(reasonOf(text)).toEqual([expect.stringContaining("0000:22:00.0 (of unknown kind: Quantum entangler)")]);
    const quoted = `IOMMU Group 5 21:00.0 "3D controller" "NVIDIA Corporation" "AD102GL [L40S]" -ra1
IOMMU Group 5 22:00.0 "Quantum entangler" "Contoso" "Q1"`;
    expect(reasonOf(quoted)).toEqual([expect.stringContaining("0000:22:00.0 (of unknown kind: Quantum entangler")]);
  });
});

describe("the hardware table of rocm-smi", () => {
  it("gives GPUs, their ids and their numbers, and no partition as a GPU", () => {
    const { accept, units, links, devices } = readText(`======= Concise Hardware Info =======
GPU  NODE  DID     GUID   GFX VER  GFX RAS  SDMA RAS  UMC RAS  VBIOS  BUS           PARTITION ID
0    4     0x74a1  1001   gfx942   ENABLED  ENABLED   ENABLED  N/A    0000:45:00.0  0
1    5     0x74a1  1002   gfx942   ENABLED  ENABLED   ENABLED  N/A    0000:45:00.0  1
2    6     0x74a1  1003   gfx942   ENABLED  ENABLED   ENABLED  N/A    0000:65:00.0  0
======= Link Type between two GPUs =======
       GPU0         GPU1         GPU2
GPU0   0            XGMI         XGMI
GPU1   XGMI         0            XGMI
GPU2   XGMI         XGMI         0`);
    expect(units.map(({ id, gpuModelId }) => [id, gpuModelId])).toEqual([
      ["0000:45:00.0", "1002-74a1"],
      ["0000:65:00.0", "1002-74a1"],
    ]);
    expect(links).toEqual([{ a: "0000:45:00.0", b: "0000:65:00.0", type: "XGMI" }]);
    expect(devices.map(({ lines }) => lines)).toEqual([[3, 4], [5]]);
    expect(accept).toBe("yes");
  });

  it("is read as older releases print it", () => {
    const { units } = readText(`GPU  DID   GFX RAS   SDMA RAS  UMC RAS   BIOS             BUS
0    738c  DISABLED  DISABLED  DISABLED  113-D3431401-X0  0000:63:00.0
1    738c  DISABLED  DISABLED  DISABLED  113-D3431401-X0  0000:43:00.0`);
    expect(units.map(({ id, gpuModelName }) => [id, gpuModelName])).toEqual([
      ["0000:43:00.0", "AMD Instinct MI100"],
      ["0000:63:00.0", "AMD Instinct MI100"],
    ]);
  });
});

describe("a message about one of something", () => {
  it.each([
    ["00:02.0 VGA compatible controller [0300]: Intel Corporation UHD [8086:4680]", "1 PCI device was read"],
    ["GPU 0: NVIDIA L4 (UUID: GPU-11112222-3333-4444-5555-666677778888)", "1 GPU (NVIDIA L4) was seen"],
    [
      "index, pci.bus_id, name, mig.mode.current\n0, 00000000:21:00.0, NVIDIA A30, Enabled",
      "The only GPU is in MIG mode",
    ],
  ])("speaks of one: %s", (text, words) => {
    expect(readText(text).errors[0]?.message).toContain(words);
  });
});

describe("a listing that says the group elsewhere", () => {
  const device = (bus: string) => `${bus}:00.0`;
  const L40S = "3D controller [0302]: NVIDIA Corporation AD102GL [L40S] [10de:26b9] (rev a1)";
  const rows = (row: (group: number, address: string) => string) =>
    [row(4, device("21")), row(4, device("22")), row(9, device("41"))].join("\n");

  it.each([
    ["behind the device", rows((group, address) => `${address} ${L40S} (group ${group})`)],
    ["behind an arrow", rows((group, address) => `${address} ${L40S} -> IOMMU Group ${group}`)],
    [
      "in a column of a framed table",
      `| Address | IOMMU Group | Device |\n|---|---|---|\n${rows((group, address) => `| ${address} | ${group} | ${L40S} |`)}`,
    ],
    ["in the first column", `GROUP  ADDRESS  DEVICE\n${rows((group, address) => `${group}      ${address}  ${L40S}`)}`],
  ])("is read with it: %s", (_, text) => {
    const { accept, units } = readText(text);
    expect(units.map(({ id, iommuGroup, sellableGpus }) => [id, iommuGroup, sellableGpus])).toEqual([
      ["0000:21:00.0", 4, 2],
      ["0000:41:00.0", 9, 1],
    ]);
    expect(accept).toBe("yes");
  });

  it("takes no number for a group where no head says so", () => {
    const { units } = readText(rows((group, address) => `${group} ${address} ${L40S}`));
    expect(units.map((unit) => unit.iommuGroup)).toEqual([undefined, undefined, undefined]);
  });
});

describe("JSON that spells classes and vendors out", () => {
  it.each([
    [
      {
        slot: "21:00.0",
        class: "3D controller",
        class_id: "0302",
        vendor: "NVIDIA Corporation",
        vendor_id: "10de",
        device: "AD102GL [L40S]",
        device_id: "26b9",
      },
    ],
    [
      {
        businfo: "pci@0000:21:00.0",
        class: "display",
        description: "3D controller",
        vendor: "NVIDIA Corporation [10DE]",
        product: "AD102GL [L40S] [10DE:26B9]",
      },
    ],
  ])("is read by them", (document) => {
    const { accept, units } = readText(JSON.stringify([document], null, 2));
    expect(units.map(({ id, gpuModelName }) => [id, gpuModelName])).toEqual([["0000:21:00.0", "NVIDIA L40S"]]);
    expect(accept).toBe("yes");
  });
});

describe("AMD graphics of old chipsets", () => {
  it("are no GPUs to sell, as those of processors aren't", () => {
    const { accept, ignored } = readText(
      "01:05.0 VGA compatible controller [0300]: Advanced Micro Devices, Inc. [AMD/ATI] RS480 [Radeon Xpress 200] [1002:5954]",
    );
    expect([accept, ignored[0]?.reason]).toEqual(["no", expect.stringContaining("Integrated graphics")]);
  });
});
