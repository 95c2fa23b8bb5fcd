/** What a model's name tells of it: `NVIDIA H100 SXM5 80GB` is NVIDIA's, with 80 GB. */
export interface ModelFacts {
  vendor: string | undefined;
  memory: string | undefined;
}

const VENDORS: Readonly<Record<string, string>> = { "10de": "NVIDIA", "1002": "AMD" };

/** Ids of known cards begin with their PCI vendor. What neither id nor name tells stays unknown. */
export function modelFacts(model: { id: string; name: string }): ModelFacts {
  const named = /^(NVIDIA|AMD)\b/.exec(model.name)?.[1];
  const [, size] = /\b(\d{1,4})\s?GB\b/i.exec(model.name) ?? [];
  return { vendor: VENDORS[model.id.split("-")[0] ?? ""] ?? named, memory: size && `${size} GB` };
}
