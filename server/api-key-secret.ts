import { createHash, randomBytes } from "node:crypto";

/** `vl_` and at least 32 characters: 256 bits of chance, so a plain hash is enough and a lookup is one index probe. */
const SECRET_BYTES = 32;
const SHOWN = 10;

export const KEY_PATTERN = /^vl_[A-Za-z0-9_-]{32,200}$/;

export const newKeySecret = (): string => `vl_${randomBytes(SECRET_BYTES).toString("base64url")}`;

/** What is kept of a key. */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Enough of a key to tell it from others, and too little to guess the rest. */
export const keyPrefix = (key: string): string => key.slice(0, SHOWN);
