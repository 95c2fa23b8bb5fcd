import { useId } from "react";
import { cx } from "@/components/ui/cx";
import { count, splitAddress } from "./address";
import { type Fabric, type Hive, linkMeaning } from "./fabric";

/** One sentence on what joins the GPUs. */
export function fabricText(fabric: Fabric): string {
  switch (fabric.kind) {
    case "nvswitch": {
      const seen =
        fabric.switches === undefined ? "NVSwitch (not seen in the report)" : `NVSwitch × ${fabric.switches}`;
      return fabric.link === undefined ? seen : `${seen} · ${fabric.link} between all GPUs`;
    }
    case "nvlink-all":
      return fabric.gpus === 2 ? `NVLink bridge · ${fabric.link}` : `NVLink · ${fabric.link} between all GPUs`;
    case "nvlink-mesh":
      return `NVLink mesh · ${fabric.classes.join(", ")} · focus a unit to see its links`;
    case "xgmi":
      return xgmiText(fabric.hives, fabric.others);
    case "pcie":
      return `PCIe only · ${fabric.classes.join(", ")}`;
    case "single":
      return "One GPU: no links";
    case "not-reported":
      return "Links between GPUs not reported";
  }
}

function xgmiText(hives: readonly Hive[], others: readonly string[]): string {
  const [only] = hives;
  if (only && hives.length === 1) return hiveText(only, false);
  return `xGMI · ${hives.length} hives${others.length > 0 ? ` · ${others.join(", ")} between them` : ""}`;
}

/** Name and size of a hive. */
export function hiveText(hive: Hive, oneOfMany: boolean): string {
  return `xGMI${oneOfMany ? ` hive ${hive.name}` : ""} · ${count(hive.bdfs.length, "GPU")}`;
}

/** Teeth where the GPUs plug into the band. */
function Teeth() {
  const id = useId();
  return (
    <svg aria-hidden="true" className="block h-1.5 w-full text-line-strong forced-colors:text-[CanvasText]">
      <defs>
        <pattern id={id} width="8" height="6" patternUnits="userSpaceOnUse">
          <rect x="2" width="3" height="6" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="6" fill={`url(#${id})`} />
    </svg>
  );
}

/** A strip that GPUs plug into. */
export function Band({ label, detail }: { label: string; detail?: string }) {
  return (
    <div className="min-w-0 flex-1">
      <Teeth />
      <div className="rounded-md border border-line-strong bg-sunken px-3 py-1 text-center text-sm">
        {label}
        {detail !== undefined && <span className="ml-2 font-mono text-ink-muted text-xs">{detail}</span>}
      </div>
    </div>
  );
}

interface FabricBandProps {
  fabric: Fabric;
  id: string;
  /** The bands are drawn within the sections; here they are only named. */
  inSections: boolean;
}

/** What joins the GPUs: a band under the machine, one a hive; a plain line where the machine has no such thing. */
export function FabricBand({ fabric, id, inSections }: FabricBandProps) {
  if (fabric.kind === "nvswitch" || fabric.kind === "nvlink-all") {
    return (
      <div id={id}>
        <Band label={fabricText(fabric)} />
      </div>
    );
  }
  if (fabric.kind === "xgmi" && !inSections) {
    const many = fabric.hives.length > 1;
    return (
      <div id={id} className="flex flex-wrap gap-3">
        {fabric.hives.map((hive) => (
          <Band
            key={hive.name}
            label={hiveText(hive, many)}
            detail={many ? hive.bdfs.map((bdf) => splitAddress(bdf).slot).join(" ") : undefined}
          />
        ))}
      </div>
    );
  }
  return (
    <div
      id={id}
      className={cx(
        "rounded-md border px-3 py-1 text-center text-ink-muted text-sm",
        fabric.kind === "not-reported" ? "border-line-strong border-dotted" : "border-line",
      )}
    >
      {fabricText(fabric)}
    </div>
  );
}

interface LinkListProps {
  /** Address of the unit that the links start from. */
  from: string;
  /** Class by unit id. */
  links: ReadonlyMap<string, string>;
}

/** The links of one unit in words, one line a class. */
export function LinkList({ from, links }: LinkListProps) {
  const classes = new Map<string, string[]>();
  for (const [id, type] of links) classes.set(type, [...(classes.get(type) ?? []), id]);
  if (classes.size === 0) return null;
  return (
    <section aria-label={`Links of ${from}`} className="text-sm">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {[...classes].map(([type, ids]) => (
          <li key={type}>
            <span className="font-medium font-mono">{type}</span>{" "}
            <span className="text-ink-muted">
              {meaningOf(type)} to{" "}
              {ids.length === links.size && ids.length > 1 ? `all ${ids.length} other units` : <Slots ids={ids} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function meaningOf(type: string): string {
  const meanings = type.split("/").map((part) => linkMeaning(part));
  return meanings.every((meaning) => meaning !== undefined) ? `(${meanings.join(", ")})` : "";
}

function Slots({ ids }: { ids: readonly string[] }) {
  return <span className="font-mono text-xs">{ids.map((id) => splitAddress(id).slot).join(", ")}</span>;
}
