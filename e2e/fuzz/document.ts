import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  format?: string;
}

interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Content {
  content?: { "application/json"?: { schema: Schema } };
}

export interface Described {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  responses: Record<string, Content>;
}

interface Whole {
  paths: Record<string, Record<string, Raw>>;
  components: { schemas: Record<string, Schema> };
}

interface Raw extends Content {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** The same schema with each reference replaced by what it names; none of them names itself. */
export function resolved<T>(value: T, schemas: Record<string, Schema>): T {
  if (Array.isArray(value)) return value.map((each) => resolved(each, schemas)) as T;
  if (typeof value !== "object" || value === null) return value;
  const name = "$ref" in value && typeof value.$ref === "string" ? value.$ref.split("/").at(-1) : undefined;
  if (name !== undefined) return resolved(schemas[name], schemas) as T;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, schemas)])) as T;
}

/** What a stranger knows of the API: the document that a server publishes, and nothing of how it is made. */
export class ApiDocument {
  readonly operations: readonly Described[];
  readonly #ajv: Ajv2020;

  private constructor(document: Whole) {
    const { schemas } = document.components;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(this.#ajv);
    this.#ajv.addSchema(document, "api");
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => ({
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        parameters: resolved(raw.parameters ?? [], schemas),
        body: resolved(raw.requestBody?.content?.["application/json"]?.schema, schemas),
        responses: raw.responses,
      })),
    );
  }

  static async of(url: string): Promise<ApiDocument> {
    const reply = await fetch(`${url}/openapi.json`);
    return new ApiDocument((await reply.json()) as Whole);
  }

  /** What is wrong with an answer to a described call; undefined where nothing is. */
  problem(operation: Described, status: number, body: unknown): string | undefined {
    const declared = operation.responses[status];
    if (status >= 500) return `${status} ${JSON.stringify(body)}`;
    if (!declared) return `status ${status} is not in the document: ${JSON.stringify(body)}`;
    const schema = declared.content?.["application/json"]?.schema;
    if (!schema) return body === undefined ? undefined : `a body where none is described: ${JSON.stringify(body)}`;
    const pointer = [operation.path, operation.method.toLowerCase(), "responses", `${status}`, "content"];
    const where = [...pointer, "application/json", "schema"].map((part) =>
      encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")),
    );
    const validate = this.#ajv.getSchema(`api#/paths/${where.join("/")}`);
    if (!validate) return `the document's schema of ${operation.id} ${status} can't be read`;
    return validate(body) ? undefined : `${status} is not as described: ${this.#ajv.errorsText(validate.errors)}`;
  }
}
