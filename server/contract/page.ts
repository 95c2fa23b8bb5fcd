import { z } from "zod";

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

const limit = z
  .string()
  .regex(/^\d{1,4}$/, { message: `must be a whole number from 1 to ${MAX_LIMIT}` })
  .transform(Number)
  .refine((value) => value >= 1 && value <= MAX_LIMIT, { message: `must be a whole number from 1 to ${MAX_LIMIT}` })
  .optional()
  .transform((value) => value ?? DEFAULT_LIMIT)
  .meta({
    description: "Most items of the page.",
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT });
    },
  });

const cursor = z
  .string()
  .max(1000, { message: "is not a cursor of this list" })
  .optional()
  .describe("`nextCursor` of the page before, sent with the same filters; without it, the first page.");

/** Query of a paged list: `limit` 1–200 (50) and the `nextCursor` of the page before. */
export const paging = { limit, cursor };

export interface Paging {
  limit: number;
  cursor?: string | undefined;
}

export interface Page<T> {
  items: T[];
  nextCursor?: string;
}

/** `{items, nextCursor?}`; no `nextCursor` on the last page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    items: z.array(item),
    nextCursor: z.string().optional().describe("Send it as `cursor` for the next page; absent on the last one."),
  });
