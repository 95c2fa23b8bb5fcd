import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type Schemas = components["schemas"];
export type HoldfastClient = Client<paths>;

export interface HoldfastOptions {
  /** Where the console and the API are, such as https://gpu.example.com. */
  url: string;
  /** An API key, `vl_…`. */
  key: string;
  fetch?: (request: Request) => Promise<Response>;
}

/** Every call of the API, typed by its path. */
export function holdfast({ url, key, fetch }: HoldfastOptions): HoldfastClient {
  return createClient<paths>({
    baseUrl: url.replace(/\/+$/, ""),
    headers: { Authorization: `Bearer ${key}` },
    ...(fetch && { fetch }),
  });
}

/** What the API refused, with the reason for people, the code for programs and the id for the operator. */
export class HoldfastError extends Error {
  override readonly name = "HoldfastError";

  constructor(
    readonly status: number,
    readonly body: Schemas["Error"],
    readonly requestId: string | undefined,
  ) {
    super(body.error);
  }

  get code(): Schemas["Error"]["code"] {
    return this.body.code;
  }
}

interface Outcome<Data> {
  data?: Data;
  error?: Schemas["Error"];
  response: Response;
}

/** What a call answers; undefined for one that answers without a body. */
type Answer<Data> = [NonNullable<Data>] extends [never] ? undefined : NonNullable<Data>;

/** What stands between may answer, too, with a page of its own. */
const isOurs = (error: unknown): error is Schemas["Error"] =>
  typeof error === "object" && error !== null && "error" in error && "code" in error;

function withoutReason(status: number): Schemas["Error"] {
  const code = status === 502 || status === 503 || status === 504 ? "unavailable" : "internal";
  return { error: `The answer was ${status} without a reason.`, code };
}

/** The answer of a call, or its refusal thrown. */
export async function must<Data>(call: Promise<Outcome<Data>>): Promise<Answer<Data>> {
  const { data, error, response } = await call;
  if (response.ok) return data as Answer<Data>;
  const body = isOurs(error) ? error : withoutReason(response.status);
  throw new HoldfastError(response.status, body, response.headers.get("x-request-id") ?? undefined);
}
