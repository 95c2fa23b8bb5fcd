import type { Line } from "@/server/inventory/clean";
import type { Findings } from "@/server/inventory/findings";

export const COLLECTOR = "Holdfast collector";

const MARK = /^holdfast-collect (\d{1,3}|end|iommu off)\s*$/;

const CUT =
  "The collector's output has no end: it was cut, or two of them ran into each other. Paste it whole, from the line " +
  "'holdfast-collect 1' to 'holdfast-collect end'.";

/** The marks of `public/collect.sh`: between the first and the last one the listing is known to be whole. */
export function readCollector(lines: Line[], findings: Findings): void {
  let open: number | undefined;
  const cut = (line: number) => findings.errors.push({ message: CUT, line });
  for (const line of lines) {
    const mark = line.text.includes("holdfast-collect") ? MARK.exec(line.text.trim())?.[1] : undefined;
    if (mark === undefined) continue;
    findings.sources.add(COLLECTOR);
    if (mark === "iommu off") findings.iommuOffLine ??= line.n;
    else if (mark === "end") {
      if (open === undefined) cut(line.n);
      else findings.othersListed = true;
      open = undefined;
    } else {
      if (open !== undefined) cut(open);
      open = line.n;
    }
  }
  if (open !== undefined) cut(open);
}
