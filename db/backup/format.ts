import { createHash, type Hash } from "node:crypto";

/**
 * A backup is text, packed by gzip: a line of JSON that says what it is, then for each table a line that names it, its
 * rows as Postgres' COPY writes them, and `\.`; at last a line with the number of rows and the checksum of all before it.
 */
export interface Header {
  holdfast: "backup";
  version: 1;
  takenAt: string;
  /** The migrations that the database had, in order. */
  migrations: string[];
}

export interface TableLine {
  table: string;
  columns: string[];
}

export interface Footer {
  rows: number;
  sha256: string;
}

export const END_OF_TABLE = "\\.";
export const checksum = (): Hash => createHash("sha256");

/** A file that is no whole backup, or a database that can't take it; the message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

export function readHeader(line: string | undefined): Header {
  const header = parse(line) as Partial<Header> | undefined;
  if (header?.holdfast !== "backup") throw new BackupError("This file is not a backup of Holdfast.");
  if (header.version !== 1 || !Array.isArray(header.migrations)) {
    throw new BackupError("This backup was made by a newer Holdfast: restore it with that version.");
  }
  return header as Header;
}

export function parse(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? "");
  } catch {
    return undefined;
  }
}
