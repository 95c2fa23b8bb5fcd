/** How listings say which IOMMU group the devices below, or on the same line, are in. */

export const GROUP_WORD = "(?:groups?|gruppen?|groupe|grupo|gruppo|组|組|グループ|группа)";

/** `IOMMU Group 7`, `Grupo IOMMU 7`, `iommu_group=7`; a star is what a loop prints where there is none. */
const NAMED = new RegExp(`${GROUP_WORD}(?:[\\s_-]+iommu)?[\\s_:#=№]{0,6}(\\d{1,5}|\\*)(?![\\w.])`, "iu");
/** `IOMMU 7:`, and nothing else: the kernel's log numbers its IOMMUs in the same way. */
const BARE = /^\W*iommu[\s_:#]{1,4}(\d{1,5}|\*)\W*$/i;
const PATH_GROUP = /iommu_groups\/(\d{1,5}|\*)(?:\/|:|\s|$)/;
const HEADING = new RegExp(
  `^[^\\w组組グг]{0,12}(?:iommu[\\s_-]*)?${GROUP_WORD}[\\s_:#=№]{0,6}(\\d{1,5}|\\*)[\\s:#=()*-]{0,12}$`,
  "iu",
);
const HEADING_TAIL = /\s*[([]\s*\d+\s+\w{1,12}\s*[)\]]\s*:?\s*$/;
const PATH_HEADING = /^\s*\S*iommu_groups\/\d+(?:\/devices)?\/?:?$/;
const TAG = /<\/?[a-z][^<>]{0,20}>/gi;
const WORDS = /[\p{L}\p{N}]+/gu;

const LONGEST = 120;
const MOST_WORDS = 5;

/** The group that a device's own line names in the text before its address. */
export const inlineGroup = (before: string): string | undefined =>
  PATH_GROUP.exec(before)?.[1] ?? NAMED.exec(before)?.[1] ?? BARE.exec(before)?.[1];

/** The group of a line that is a heading whatever stands below it. */
export function headingGroup(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  return (
    HEADING.exec(text.replace(HEADING_TAIL, ""))?.[1] ??
    (PATH_HEADING.test(text) ? PATH_GROUP.exec(text)?.[1] : undefined)
  );
}

/** The group of a line that is a heading if devices stand below it: a few words and marks around one group's number. */
export function headingGroupAbove(text: string): string | undefined {
  const bare = text.length > LONGEST ? "" : text.replace(TAG, " ");
  const match = NAMED.exec(bare);
  if (!match) return BARE.exec(bare)?.[1];
  const rest = `${bare.slice(0, match.index)} ${bare.slice(match.index + match[0].length)}`.replace(/\biommu\b/gi, " ");
  return (rest.match(WORDS)?.length ?? 0) <= MOST_WORDS && !NAMED.test(rest) ? match[1] : undefined;
}

/** Whether a line speaks of a numbered IOMMU group, in whatever words. */
export const namesIommuGroup = (text: string): boolean => /iommu/i.test(text) && /\d/.test(NAMED.exec(text)?.[1] ?? "");

const TRAILING = /\bgroup[\s:#=]{0,3}(\d{1,5})\s?[)\]]?\s*$/i;
const LATER = /\biommu[_ ]groups?[\s:/#=]{0,4}(\d{1,5})\b/i;

/** The group that a device's line names after all that it says of the device. */
export const laterGroup = (after: string): string | undefined => LATER.exec(after)?.[1] ?? TRAILING.exec(after)?.[1];

const COLUMN = /^(?:(?:iommu[\s_-]*)?(?:group|grp)(?:[\s_-]*(?:no|nr|number|id|#))?\.?|iommu)$/i;
const PLACE = /^(?:pci|bus|bdf|slot|address|device|id)\b/i;
const LEADING = /^\s*(\d{1,5}|\*)[\s,;]+$/;

/** Which cell of a table holds the group; the first one where cells are parted by blanks or commas. */
export interface GroupColumn {
  at: number;
  framed: boolean;
}

/** The group's column, if a line is the head of a table of devices. */
export function groupColumn(text: string): GroupColumn | undefined {
  const framed = text.includes("|");
  const cells = text.split(framed ? "|" : /\t|,|\s{2,}/).map((cell) => cell.replace(/\*/g, "").trim());
  if (text.length > LONGEST || !cells.some((cell) => PLACE.test(cell))) return undefined;
  const at = cells.filter((cell) => framed || cell !== "").findIndex((cell) => COLUMN.test(cell));
  return at >= 0 && (framed || at === 0) ? { at, framed } : undefined;
}

/** The group in a row of such a table. */
export function groupInRow(text: string, before: string, column: GroupColumn): string | undefined {
  const cell = column.framed ? text.split("|")[column.at]?.trim() : LEADING.exec(before)?.[1];
  return cell && /^(?:\d{1,5}|\*)$/.test(cell) ? cell : undefined;
}
