import { normaliseAddress } from "@/server/inventory/address";
import type { Line } from "@/server/inventory/clean";
import { type Findings, see } from "@/server/inventory/findings";

const KERNEL_LOG = "kernel log";
const ADDED = /\b([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]): Adding to iommu group (\d{1,5})/i;
const ADDED_OLD = /Adding device ([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]) to group (\d{1,5})/i;
const PROBED =
  /\bpci ([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]): \[([0-9a-f]{4}):([0-9a-f]{4})\] type [0-9a-f]{2} class 0x([0-9a-f]{4})/i;
const LINKED = /\/([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7])\/iommu_group\b.{0,80}?(\d{1,5})\s*$/i;

/** What the kernel log and `iommu_group` links tell: which group each device was put in, and of which class it is. */
export function readKernel(lines: Line[], findings: Findings): void {
  for (const line of lines) {
    if (!/iommu|to group|type 0/i.test(line.text)) continue;
    const added = ADDED.exec(line.text) ?? ADDED_OLD.exec(line.text) ?? LINKED.exec(line.text);
    const bdf = normaliseAddress(added?.[1] ?? "");
    if (added && bdf) {
      see(findings, { bdf, source: KERNEL_LOG, line: line.n, group: Number(added[2]) });
      continue;
    }
    const probed = PROBED.exec(line.text);
    const seen = normaliseAddress(probed?.[1] ?? "");
    if (!probed?.[2] || !probed[3] || !probed[4] || !seen) continue;
    see(findings, {
      bdf: seen,
      source: KERNEL_LOG,
      line: line.n,
      vendor: probed[2].toLowerCase(),
      device: probed[3].toLowerCase(),
      pciClass: probed[4].toLowerCase(),
    });
  }
}
