import type { Tier } from "./facts";

/**
 * Steps of a story. Orgs, nodes, units, reservations and workloads are named by a number that is taken modulo those
 * that there are, and times are relative to now: every story makes sense, however it is shrunk.
 */
export type Command =
  | Create
  | Cancel
  | Change
  | { do: "release"; by: number; res: number; units: number[] }
  | { do: "reclaim"; by: number; res: number; units: number[]; dryRun: boolean }
  | { do: "reclaimAsPreviewed"; by: number; preview: number }
  | Place
  | { do: "terminate"; by: number; workload: number }
  | Report
  | { do: "reaffirm"; by: number; res: number; units?: number[] | undefined }
  | { do: "setStatus"; by: number; node: number; status: "online" | "draining" | "maintenance" | "removed" }
  | { do: "setPool"; by: number; node: number; pool: "community" | "verified" }
  | { do: "wait"; ms: number }
  | { do: "waitFor"; res: number; edge: "start" | "end"; off: number };

export interface Create {
  do: "create";
  by: number;
  node: number;
  units: number[];
  allowed: number[];
  managing: number[];
  startIn?: number | undefined;
  endIn?: number | undefined;
}
export interface Cancel {
  do: "cancel";
  by: number;
  res: number;
  units?: number[] | undefined;
}
export interface Change {
  do: "change";
  by: number;
  res: number;
  endIn?: number | null | undefined;
  allowed?: number[] | undefined;
  managing?: number[] | undefined;
}
export interface Place {
  do: "place";
  by: number;
  org: number;
  kind: "vm" | "pod";
  tier: Tier;
  model: number;
  gpus: number;
}

/** What a machine tells: in each slot a card or none, and the IOMMU group that the slot is in. */
export interface Machine {
  slots: { card: number; group: number }[];
  /** Groups that hold a network card too. */
  shared: number[];
  iommu: boolean;
  tellsUuids: boolean;
}
export interface Report {
  do: "report";
  by: number;
  node: number;
  machine: Machine;
  as: "whole" | "nothing" | "partial" | "partialAccepted";
  /** When it was made, relative to now. */
  madeIn?: number | undefined;
}

export const SLOTS = 4;
/** Stands for a unit that there isn't. */
export const NO_UNIT = 9;

/** The machine that every story begins with: each card in a group of its own, but the last two, which are a pair. */
export const FIRST_MACHINE: Machine = {
  slots: [0, 1, 2, 3].map((slot) => ({ card: slot, group: Math.min(slot, 2) })),
  shared: [],
  iommu: true,
  tellsUuids: true,
};
