export const MAX_SLUG = 63;

/** A slug made from a name: letters and digits without their marks, hyphens between; `org` where nothing is left. */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, "-").slice(0, MAX_SLUG);
  return slug.replace(/^-+|-+$/g, "") || "org";
}
