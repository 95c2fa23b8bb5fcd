import { Term } from "@/components/patterns/term";
import { CopyButton } from "@/components/ui/copy";
import type { UnitView } from "@/server/contract/console";
import { shortModel } from "./describe";
import { Fact, FactGroup, Facts } from "./facts";

const CLASSES = {
  "vfio-group": "Sold to VMs: the whole IOMMU group is passed through",
  "device-request": "Sold to pods: the host has no IOMMU groups",
};

function Gpu({ gpu }: { gpu: UnitView["gpus"][number] }) {
  return (
    <li className="rounded-md border border-line px-2.5 py-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium font-mono">{gpu.bdf}</span>
        <span className="text-ink-muted text-xs">
          {gpu.numa === undefined ? "NUMA not reported" : `NUMA node ${gpu.numa}`}
        </span>
      </p>
      <p className="text-ink-muted text-xs">
        {gpu.name ?? "No name reported"}
        {gpu.vendorDevice !== undefined && <span className="font-mono"> · {gpu.vendorDevice}</span>}
      </p>
      {gpu.uuid !== undefined && (
        <p className="flex items-center gap-1 text-xs">
          <span className="min-w-0 break-all font-mono">{gpu.uuid}</span>
          <CopyButton text={gpu.uuid} label={`Copy UUID of ${gpu.bdf}`} />
        </p>
      )}
    </li>
  );
}

function Groupmates({ mates }: { mates: UnitView["groupmates"] }) {
  if (mates.length === 0) return "Nothing";
  return (
    <ul className="flex flex-col gap-0.5">
      {mates.map((mate) => (
        <li key={mate.bdf}>
          <span className="font-mono text-xs">{mate.bdf}</span> {mate.name ?? "unnamed"}{" "}
          <span className="font-mono text-ink-muted text-xs">[{mate.pciClass}]</span>
        </li>
      ))}
    </ul>
  );
}

/** GPUs of a unit and what else is in their IOMMU group. */
export function UnitHardware({ unit }: { unit: UnitView }) {
  return (
    <FactGroup title="Hardware">
      <ul className="flex flex-col gap-1.5">
        {unit.gpus.map((gpu) => (
          <Gpu key={gpu.bdf} gpu={gpu} />
        ))}
      </ul>
      <Facts>
        <Fact name="Model">
          {shortModel(unit)} <span className="font-mono text-ink-muted text-xs">{unit.gpuModelId}</span>
        </Fact>
        <Fact name={<Term word="allocClass" />}>{CLASSES[unit.allocClass]}</Fact>
        <Fact name="IOMMU group">{unit.iommuGroup ?? "None"}</Fact>
        {unit.iommuGroup !== undefined && (
          <Fact name="Also in it">
            <Groupmates mates={unit.groupmates} />
          </Fact>
        )}
      </Facts>
    </FactGroup>
  );
}
