import { AMD_MODELS } from "@/server/inventory/gpu-models-amd";
import { NVIDIA_MODELS } from "@/server/inventory/gpu-models-nvidia";

const VENDOR_TABLES = [
  ["10de", NVIDIA_MODELS],
  ["1002", AMD_MODELS],
] as const;

const NAMES = new Map<string, string>();
/** Normalised name → the one model that carries it; null where several do. */
const BY_NAME = new Map<string, string | null>();

for (const [vendor, table] of VENDOR_TABLES) {
  for (const [device, spellings] of Object.entries(table)) {
    const modelId = `${vendor}-${device}`;
    NAMES.set(modelId, `${vendor === "10de" ? "NVIDIA" : "AMD"} ${spellings[0]}`);
    for (const key of new Set(spellings.map(normaliseName))) BY_NAME.set(key, BY_NAME.has(key) ? null : modelId);
  }
}

function normaliseName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\b(?:nvidia|amd|corporation)\b/g, " ")
    .replace(/\(tm\)|\(r\)|™|®/g, " ")
    .replace(/[^a-z0-9]/g, "");
}

/** A name for people, `NVIDIA H100 SXM5 80GB`, of a model id `10de-2330`; undefined for ids that the table lacks. */
export function gpuModelName(modelId: string): string | undefined {
  return NAMES.get(modelId);
}

/** Every model of the table, sorted by id. */
export function knownGpuModels(): { modelId: string; name: string }[] {
  return [...NAMES].map(([modelId, name]) => ({ modelId, name })).sort((a, b) => (a.modelId < b.modelId ? -1 : 1));
}

/**
 * The model id of a GPU: `vvvv-dddd` of its PCI ids; else of the one model with that name; else a slug of the name; else
 * `nvidia-unknown`, `amd-unknown` or `unknown`.
 */
export function gpuModelIdOf(gpu: { vendor?: string; device?: string; name?: string }): string {
  if (gpu.vendor && gpu.device) return `${gpu.vendor}-${gpu.device}`;
  if (gpu.name) {
    const known = BY_NAME.get(normaliseName(gpu.name));
    if (known) return known;
    const slug = slugOf(gpu.name);
    if (slug !== "") return slug;
  }
  if (gpu.vendor === "10de") return "nvidia-unknown";
  return gpu.vendor === "1002" ? "amd-unknown" : "unknown";
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

/** Models whose GPUs hang on an NVLink fabric, by id or name: there NVSwitches are to be expected. */
export function isFabricModel(gpu: { vendor?: string; device?: string; name?: string }): boolean {
  const modelId = gpuModelIdOf(gpu);
  const text = `${NAMES.get(modelId) ?? ""} ${gpu.name ?? ""}`;
  if (/\b(?:PCIe|PCIE|NVL|GH200)\b/.test(text)) return false;
  return /SXM|HGX|HBM3|\bH200\b|\b[BG]B?[123]00\b|\bH20\b|\bH800\b/.test(text);
}
