import type { Unit } from "@/server/services/testing/model/facts";
import { address, type Unit as ReportedUnit, report } from "../fixtures/machine";

/** Five cards, grouped in two ways: what a unit of the one has in common with units of the other is silicon. */
const SHAPES: readonly (readonly (readonly number[])[])[] = [
  [[1], [2], [3], [4, 5]],
  [[1], [2, 3], [4], [5]],
];

const shapeOf = (shape: number): readonly (readonly number[])[] => SHAPES[shape % SHAPES.length] ?? [];

/** The units of a shape, as the model knows them. */
export const unitsOfShape = (shape: number, model: string): Unit[] =>
  shapeOf(shape).map((cards) => ({
    id: address(cards[0] ?? 0),
    gpus: cards.map((card) => ({ bdf: address(card), uuid: "", device: model.replace("-", ":") })),
    allocClass: "vfio-group",
    sellable: true,
    model,
  }));

/** The same as a machine reports it. */
export function reportOfShape(shape: number, deviceId: string) {
  const units: ReportedUnit[] = shapeOf(shape).map((cards) => ({
    id: address(cards[0] ?? 0),
    gpus: cards.map((card) => address(card)),
  }));
  return report(units, deviceId);
}
