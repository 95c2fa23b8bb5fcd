import { runtime } from "../runtime";

/** Where the product is reached from outside, without a slash at its end. */
export const publicUrl = (): string => runtime().env.publicUrl.replace(/\/+$/, "");
