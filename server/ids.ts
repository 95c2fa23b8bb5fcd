import { v7 } from "uuid";

export type IdKind = "org" | "usr" | "key" | "node" | "res" | "vm" | "pod" | "req" | "inv";

/** A new opaque id. Ids of one kind rise with time, so lists by id are lists by age and indexes stay compact. */
export const newId = (kind: IdKind): string => `${kind}_${v7().replaceAll("-", "")}`;
