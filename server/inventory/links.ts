import { compareAddresses } from "@/server/inventory/address";
import type { Findings, LinkMatrix } from "@/server/inventory/findings";
import type { IndexMap } from "@/server/inventory/indexes";
import type { InventoryLink, InventoryMessage } from "@/server/inventory/types";
import { count, gpuNumbers } from "@/server/inventory/wording";

export interface Linked {
  links: InventoryLink[];
  /** NUMA node of GPUs that a matrix names. */
  numa: Map<string, number>;
  errors: InventoryMessage[];
  warnings: InventoryMessage[];
}

interface Maps {
  nvidia: IndexMap;
  amd: IndexMap;
}

const numberOf = (label: string) => (label.startsWith("GPU") ? Number(label.slice(3)) : undefined);

/** Links and NUMA nodes out of all matrices, by address; numbers that have none are errors. */
export function resolveLinks(findings: Findings, maps: Maps, gpus: Set<string>): Linked {
  const linked: Linked = { links: [], numa: new Map(), errors: [], warnings: [] };
  const types = new Map<string, string>();
  for (const matrix of findings.matrices) {
    const resolve = (label: string) => {
      const index = numberOf(label);
      const address = index === undefined ? label : maps[matrix.family].addressOf.get(index);
      return address !== undefined && gpus.has(address) ? address : undefined;
    };
    checkAddresses(matrix, resolve, maps[matrix.family], linked);
    checkWhole(matrix, linked);
    for (const { a, b, type } of matrix.cells) add(resolve(a), resolve(b), type, types, linked, matrix.line);
    for (const [label, numa] of matrix.numa) {
      const address = resolve(label);
      if (address) linked.numa.set(address, numa);
    }
  }
  for (const { a, b, type } of findings.directLinks) add(a, b, type, types, linked);
  linked.links = [...types]
    .map(([key, type]) => ({ a: key.split("|")[0] ?? "", b: key.split("|")[1] ?? "", type }))
    .sort((x, y) => compareAddresses(x.a, y.a) || compareAddresses(x.b, y.b));
  return linked;
}

function add(
  a: string | undefined,
  b: string | undefined,
  type: string,
  types: Map<string, string>,
  linked: Linked,
  line?: number,
): void {
  if (!a || !b || a === b) return;
  const key = compareAddresses(a, b) < 0 ? `${a}|${b}` : `${b}|${a}`;
  const known = types.get(key);
  if (known === undefined) types.set(key, type);
  else if (known !== type) {
    const message = `The link between ${key.replace("|", " and ")} is ${known} in one place and ${type} in another.`;
    linked.warnings.push({ message, ...(line && { line }) });
  }
}

function checkAddresses(
  matrix: LinkMatrix,
  resolve: (label: string) => string | undefined,
  map: IndexMap,
  linked: Linked,
): void {
  const unresolved = matrix.gpuColumns.filter((label) => resolve(label) === undefined);
  const all = gpuNumbersOf(matrix.gpuColumns);
  if (unresolved.length === 0) {
    if (map.by === "table" && numberOf(matrix.gpuColumns[0] ?? "") !== undefined) {
      const message = `The matrix (${matrix.source}) names GPUs by number; their addresses are taken from the listing that has both index and Bus-Id.`;
      linked.warnings.push({ message, line: matrix.line });
    } else if (map.by === "order") {
      const message = `The matrix (${matrix.source}) names GPUs by number; addresses are assigned in the order of the PCI bus. Add the nvidia-smi table to be sure.`;
      linked.warnings.push({ message, line: matrix.line });
    }
    return;
  }
  const resolved = matrix.gpuColumns.filter((label) => resolve(label) !== undefined);
  const tools = matrix.family === "amd" ? "'rocm-smi --showbus' or 'amd-smi list'" : "'nvidia-smi' or 'lspci -Dnn'";
  const message =
    resolved.length === 0
      ? `A link matrix for ${all} was found, but no PCI addresses for its numbers. Add ${tools} from the same machine.`
      : `The link matrix names ${all} but the rest of the paste gives a PCI address only for ${gpuNumbersOf(resolved)}: ` +
        `${gpuNumbersOf(unresolved)} ${unresolved.length === 1 ? "has" : "have"} no address. Paste the whole output of ${tools}.`;
  linked.errors.push({ message, line: matrix.line });
}

function gpuNumbersOf(labels: string[]): string {
  const numbers = labels.map(numberOf);
  return numbers.every((n) => n !== undefined) ? gpuNumbers(numbers) : labels.join(", ");
}

function checkWhole(matrix: LinkMatrix, linked: Linked): void {
  const { nicColumns, nicRows, gpuColumns, gpuRows, line } = matrix;
  if (nicRows < nicColumns) {
    const rows = nicRows === 0 ? "no NIC row" : `only ${count(nicRows, "NIC row")}`;
    linked.warnings.push({
      message: `The matrix has ${count(nicColumns, "NIC column")} but ${rows}: it was cut.`,
      line,
    });
  }
  const missing = gpuColumns.filter((label) => !gpuRows.has(label));
  if (missing.length > 0) {
    const message = `The matrix has ${count(gpuColumns.length, "GPU column")} but ${count(gpuRows.size, "GPU row")}: it was cut.`;
    linked.warnings.push({ message, line });
  }
}
