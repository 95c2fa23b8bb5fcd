import type { UnitComparisonRow } from "@/components/topology/unit-comparison";
import type { ImportPreview } from "@/server/contract/machines";

const CLASSES: Record<string, string> = { "vfio-group": "sold to VMs", "device-request": "sold to pods" };
const sellable = (value: string) => (value === "true" ? "can be sold" : "can't be sold");

type Difference = ImportPreview["difference"];

function alterations(unitId: string, { altered }: Difference): string[] {
  return altered
    .filter((each) => each.unitId === unitId)
    .map(({ what, before, after }) =>
      what === "sellable"
        ? `It ${sellable(before)} now and ${sellable(after)} then.`
        : `It is ${CLASSES[before] ?? before} now and ${CLASSES[after] ?? after} then.`,
    );
}

function moveNotes(gpus: readonly string[], { moved }: Difference, to: "to" | "from"): string[] {
  return moved
    .filter((move) => gpus.includes(move[to]))
    .map((move) => (to === "to" ? `The card of ${move.from} is here now.` : `Its card is at ${move.to} now.`));
}

/** Every unit that differs, stored beside reported, in the order of the bus. */
export function comparedUnits({ before, after, difference }: ImportPreview): UnitComparisonRow[] {
  const stored = new Map(before.map((unit) => [unit.id, { id: unit.id, gpus: unit.gpus }]));
  const reported = new Map(
    after.units.map((unit) => [unit.id, { id: unit.id, gpus: unit.gpus.map(({ bdf }) => bdf) }]),
  );
  const regrouped = new Set(difference.regrouped.map((each) => each.unitId));
  return [...new Set([...stored.keys(), ...reported.keys()])].sort().flatMap((id) => {
    const [was, is] = [stored.get(id), reported.get(id)];
    const notes = [
      ...(was ? [] : ["New."]),
      ...(is ? [] : ["Not in this report."]),
      ...(regrouped.has(id) ? ["Its GPUs change."] : []),
      ...alterations(id, difference),
      ...(is ? moveNotes(is.gpus, difference, "to") : []),
      ...(was && !is ? moveNotes(was.gpus, difference, "from") : []),
    ];
    if (notes.length === 0) return [];
    const as = was ? "changed" : "new";
    return [{ key: id, before: was, after: is, note: notes.join(" "), as }];
  });
}
