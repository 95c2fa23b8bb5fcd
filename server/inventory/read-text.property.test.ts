import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readText } from "@/server/inventory/read-text";
import type { InventoryReading } from "@/server/inventory/types";

const FOLDER = join(import.meta.dirname, "fixtures", "cases");
const PASTES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".txt"))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));

/** What must not depend on how the text got here: everything but line numbers and counts of cut parts. */
function essence(reading: InventoryReading) {
  const { accept, units, links, nvswitchCount, driverVersion } = reading;
  return {
    accept,
    units,
    links,
    nvswitchCount,
    driverVersion,
    ignored: reading.ignored.map(({ bdf, vendorDevice, reason }) => ({ bdf, vendorDevice, reason })),
    errors: reading.errors.map(({ message }) => message.replace(/\bline \d+/gi, "line")).sort(),
  };
}

const eachLine = (text: string, change: (line: string, at: number) => string) =>
  text.split("\n").map(change).join("\n");

const DISGUISES: Record<string, (text: string) => string> = {
  "mail quotes": (text) => eachLine(text, (line) => `> ${line}`),
  "quotes in quotes": (text) => eachLine(text, (line) => `> > ${line}`),
  "quotes without blank": (text) => eachLine(text, (line) => `>${line}`),
  comments: (text) => eachLine(text, (line) => `# ${line}`),
  "dollar prompts": (text) => eachLine(text, (line) => `$ ${line}`),
  CRLF: (text) => text.replaceAll("\n", "\r\n"),
  "CR only": (text) => text.replaceAll("\n", "\r"),
  "colour codes": (text) => eachLine(text, (line) => `\u001b[1;32m${line}\u001b[0m`),
  "window title codes": (text) => `\u001b]0;root@host\u0007${text}`,
  "byte order mark": (text) => `\ufeff${text}`,
  "markdown fence": (text) => `Here it is:\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  "trailing blanks": (text) => eachLine(text, (line) => `${line}   `),
  "non-breaking spaces": (text) => text.replaceAll("  ", "\u00a0\u00a0"),
  "line numbers": (text) => eachLine(text.trimEnd(), (line, at) => `${String(at + 1).padStart(6)}\t${line}`),
  "markdown escapes": (text) => text.replace(/[[\]_*]/g, "\\$&"),
  "HTML entities": (text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  "prose around": (text) => `Hi, this is what the machine says.\n\n${text}\n\nRegards, K.\n`,
  "command above": (text) => `root@gpu01:~# cat listing.txt\n${text}\nroot@gpu01:~# \n`,
};

describe("a paste means the same however it got here", () => {
  for (const [disguise, apply] of Object.entries(DISGUISES)) {
    it.each(PASTES)(`${disguise}: $name`, ({ text }) => {
      expect(essence(readText(apply(text)))).toEqual(essence(readText(text)));
    });
  }

  it.each(PASTES)("tabs turned to spaces: $name", ({ text }) => {
    expect(essence(readText(text.replaceAll("\t", "        "))).units.length).toBe(readText(text).units.length);
    expect(essence(readText(text.replaceAll("\t", "        "))).links).toEqual(readText(text).links);
  });

  const LSPCI = PASTES.filter(({ text }) => /\[(?:10de|1002):[0-9a-f]{4}\]/.test(text) && !/GPU0|^\+-/m.test(text));
  const screen = (text: string, width: number) =>
    eachLine(
      text,
      (line) =>
        line
          .replaceAll("\t", " ".repeat(8))
          .match(new RegExp(`.{1,${width}}`, "g"))
          ?.join("\n") ?? "",
    );
  const mail = (text: string, width: number) =>
    eachLine(
      text,
      (line) =>
        line
          .match(new RegExp(`\\s*\\S.{0,${width - 1}}(?=\\s|$)`, "g"))
          ?.map((part, at) => (at > 0 ? part.trimStart() : part))
          .join("\n") ?? "",
    );
  /** Where a break stood at a blank, nobody can tell whether there was one. */
  const unspaced = (text: string) => JSON.parse(JSON.stringify(essence(readText(text))).replaceAll(" ", ""));

  it.each(LSPCI)("broken in two by a narrow screen: $name", ({ text }) => {
    for (let width = 64; width < 160; width += 1) {
      expect(unspaced(screen(text, width)), `${width} columns`).toEqual(unspaced(text));
    }
  });

  it.each(LSPCI)("broken in two by a mail: $name", ({ text }) => {
    for (const width of [72, 78, 90]) {
      expect(unspaced(mail(text, width)), `${width} columns`).toEqual(unspaced(text));
    }
  });

  it.each(PASTES)("pasted twice: $name", ({ text }) => {
    expect(essence(readText(`${text}\n${text}`))).toEqual(essence(readText(text)));
  });

  it.each(PASTES)("pasted twice with a command between: $name", ({ text }) => {
    expect(essence(readText(`${text}\n\nroot@gpu01:~# sh list.sh\n${text}`))).toEqual(essence(readText(text)));
  });
});

describe("addresses", () => {
  const spellings = [
    (text: string) => text.replace(/\b([0-9a-f]{2}:[0-9a-f]{2}\.[0-7])\b/g, (_, bdf: string) => bdf.toUpperCase()),
    (text: string) => text.replace(/(^|[\s(])((?!\d{4}:)[0-9a-f]{2}:[0-9a-f]{2}\.[0-7])(?=\s)/gm, "$10000:$2"),
    (text: string) => text.replace(/\b0000:([0-9a-f]{2}:[0-9a-f]{2}\.[0-7])(?=\s)/g, "00000000:$1"),
  ];
  it.each(PASTES.filter(({ text }) => /\[(?:10de|1002):/.test(text)))("spelt otherwise: $name", ({ text }) => {
    for (const spell of spellings) expect(essence(readText(spell(text)))).toEqual(essence(readText(text)));
  });
});

const GPU_LINE = /^IOMMU Group \d+ /;

describe("order", () => {
  it.each(PASTES.filter(({ text }) => text.split("\n").filter((line) => GPU_LINE.test(line)).length > 3))(
    "lines that each carry their group may come in any order: $name",
    ({ text }) => {
      const lines = text.split("\n").filter((line) => line !== "");
      const expected = essence(readText(lines.join("\n")));
      fc.assert(
        fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
          expect(essence(readText(shuffled.join("\n")))).toEqual(expected);
        }),
        { numRuns: 30 },
      );
    },
  );

  it("plain lspci lines may come in any order", () => {
    const lines = (PASTES.find(({ name }) => name.startsWith("30-"))?.text ?? "").trim().split("\n");
    const expected = essence(readText(lines.join("\n")));
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        expect(essence(readText(shuffled.join("\n")))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

/** A machine: slots with GPUs and company, each in a group. */
const machine = fc.uniqueArray(
  fc.record({
    bus: fc.integer({ min: 1, max: 0xfe }),
    group: fc.integer({ min: 0, max: 12 }),
    kind: fc.constantFrom("gpu", "gpu", "gpu", "nic", "bridge", "bmc", "igpu", "nvswitch"),
    audio: fc.boolean(),
  }),
  { selector: ({ bus }) => bus, minLength: 1, maxLength: 24 },
);

const LINES: Record<string, string> = {
  gpu: "VGA compatible controller [0300]: NVIDIA Corporation AD102 [GeForce RTX 4090] [10de:2684] (rev a1)",
  nic: "Ethernet controller [0200]: Mellanox Technologies MT2892 Family [ConnectX-6 Dx] [15b3:101d]",
  bridge: "PCI bridge [0604]: Broadcom / LSI PEX890xx PCIe Gen 5 Switch [1000:c030] (rev b0)",
  bmc: "VGA compatible controller [0300]: ASPEED Technology, Inc. ASPEED Graphics Family [1a03:2000] (rev 52)",
  igpu: "VGA compatible controller [0300]: Advanced Micro Devices, Inc. [AMD/ATI] Raphael [1002:164e] (rev c1)",
  nvswitch: "Bridge [0680]: NVIDIA Corporation GH100 [H100 NVSwitch] [10de:22a3] (rev a1)",
};

describe("units of any machine", () => {
  it("hold every GPU exactly once, and are sellable exactly by the rule", () => {
    fc.assert(
      fc.property(machine, (slots) => {
        const lines = slots.flatMap(({ bus, group, kind, audio }) => {
          const at = `IOMMU Group ${group} ${bus.toString(16).padStart(2, "0")}:00`;
          const own = `${at}.1 Audio device [0403]: NVIDIA Corporation AD102 High Definition Audio Controller [10de:22ba]`;
          return [`${at}.0 ${LINES[kind]}`, ...(kind === "gpu" && audio ? [own] : [])];
        });
        const { units } = readText(lines.join("\n"));
        const gpus = units.flatMap((unit) => unit.gpus.map((gpu) => gpu.bdf));
        const wanted = slots.filter(({ kind }) => kind === "gpu");
        const address = (bus: number) => `0000:${bus.toString(16).padStart(2, "0")}:00.0`;
        expect([...gpus].sort()).toEqual(wanted.map(({ bus }) => address(bus)).sort());
        for (const unit of units) {
          const mates = slots.filter(({ group }) => group === unit.iommuGroup);
          const clean = mates.every(({ kind }) => kind === "gpu" || kind === "bridge");
          expect(unit.sellable).toBe(clean);
          expect(unit.sellableGpus).toBe(clean ? unit.gpus.length : 0);
          expect(unit.id).toBe(unit.gpus[0]?.bdf);
          for (const { kind, bus } of mates) {
            if (kind !== "gpu" && kind !== "bridge") expect(unit.notSellableReason).toContain(address(bus));
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("anything at all", () => {
  const words = fc.constantFrom(
    ...PASTES.flatMap(({ text }) => text.split("\n").slice(0, 12)),
    "IOMMU Group *",
    "GPU0 GPU1",
    "<device>",
    "[{",
    "| 0 | 00000000:FF:1F.7 |",
    "GPU[0] : PCI Bus: zz",
    "\u0000\ud800",
  );
  it("never throws, and says no with a reason where it finds nothing", () => {
    const text = fc.array(fc.oneof(fc.string(), fc.string({ unit: "binary" }), words), { maxLength: 40 });
    fc.assert(
      fc.property(text, (lines) => {
        const reading = readText(lines.join("\n"));
        if (reading.accept === "no") expect(reading.errors.length).toBeGreaterThan(0);
        expect(reading.accept === "no").toBe(reading.units.length === 0);
      }),
      { numRuns: 300 },
    );
  });

  it("never throws on a case file whose beginning is lost, and invents no GPU", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PASTES), fc.double({ min: 0, max: 1, noNaN: true }), ({ text }, where) => {
        const whole = readText(text).units.flatMap((unit) => unit.gpus.map((gpu) => gpu.bdf));
        const cut = readText(text.slice(Math.floor(text.length * where)));
        for (const unit of cut.units) for (const gpu of unit.gpus) expect(whole).toContain(gpu.bdf);
      }),
      { numRuns: 300 },
    );
  });

  it("never throws on a case file cut anywhere, and invents no GPU", () => {
    fc.assert(
      fc.property(fc.constantFrom(...PASTES), fc.double({ min: 0, max: 1, noNaN: true }), ({ text }, where) => {
        const whole = readText(text).units.flatMap((unit) => unit.gpus.map((gpu) => gpu.bdf));
        const cut = readText(text.slice(0, Math.floor(text.length * where)));
        for (const unit of cut.units) for (const gpu of unit.gpus) expect(whole).toContain(gpu.bdf);
      }),
      { numRuns: 300 },
    );
  });
});
