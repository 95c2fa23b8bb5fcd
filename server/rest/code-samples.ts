interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: { "application/json": { schema: Schema } } };
}

interface Document {
  paths: Record<string, Record<string, Operation & { "x-codeSamples"?: CodeSample[] }>>;
  components: { schemas: Record<string, Schema> };
}

/** As tools that read `x-codeSamples` know it. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

const placeholder = (name: string) => `<${name.replace(/Ids$/, "Id")}>`;

/** The least that a schema asks for; where it asks for nothing, its first text. */
function sample(document: Document, schema: Schema, name: string): unknown {
  if (schema.$ref)
    return sample(document, document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name);
  const [inner] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (inner) return sample(document, inner, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [sample(document, schema.items, name)];
  if (schema.properties) return sampleObject(document, schema.properties, schema.required);
  if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === "boolean") return true;
  return schema.format === "date-time" ? "2030-01-01T00:00:00Z" : placeholder(name);
}

function sampleObject(document: Document, properties: Record<string, Schema>, required: string[] = []): object {
  const names = Object.keys(properties);
  const texts = names.filter((name) => typeof sample(document, properties[name] ?? {}, name) === "string");
  const shown = required.length > 0 ? names.filter((name) => required.includes(name)) : texts.slice(0, 1);
  return Object.fromEntries(shown.map((name) => [name, sample(document, properties[name] ?? {}, name)]));
}

function given(document: Document, operation: Operation, where: string): Record<string, unknown> {
  const wanted = (operation.parameters ?? []).filter((each) => each.in === where && each.required);
  return Object.fromEntries(wanted.map(({ name, schema }) => [name, sample(document, schema, name)]));
}

/** As TypeScript writes an object: names without quotes where they need none. */
const written = (value: unknown) => JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(method: string, path: string, query: Record<string, unknown>, body: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, "$$$1");
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const target = `"$HOLDFAST_URL${filled}${search && `?${search}`}"`;
  const lines = [`curl -sS -X ${method} ${target}`, `  -H "Authorization: Bearer $HOLDFAST_KEY"`];
  if (body !== undefined) lines.push('  -H "Content-Type: application/json"', `  -d ${quoted(JSON.stringify(body))}`);
  return lines.join(" \\\n");
}

function typed(method: string, path: string, sent: Record<string, unknown>): string {
  const more = Object.keys(sent).length > 0 ? `, ${written(sent)}` : "";
  return `const { data, error } = await api.${method}("${path}"${more});`;
}

function samplesOf(document: Document, method: string, path: string, operation: Operation): CodeSample[] {
  const [inPath, query] = [given(document, operation, "path"), given(document, operation, "query")];
  const content = operation.requestBody?.content["application/json"].schema;
  const body = content && sample(document, content, "body");
  const params = {
    ...(Object.keys(inPath).length > 0 && { path: inPath }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const sent = { ...(Object.keys(params).length > 0 && { params }), ...(body !== undefined && { body }) };
  return [
    { lang: "Shell", label: "curl", source: curl(method, path, query, body) },
    { lang: "TypeScript", label: "TypeScript", source: typed(method, path, sent) },
  ];
}

/** The document with the least that each call asks for, in curl and in TypeScript by the typed client. */
export function withCodeSamples<Built extends object>(built: Built): Built {
  const document: Document = JSON.parse(JSON.stringify(built));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operation["x-codeSamples"] = samplesOf(document, method.toUpperCase(), path, operation);
    }
  }
  return document as unknown as Built;
}
