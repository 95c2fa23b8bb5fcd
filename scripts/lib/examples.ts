/** An example of every call in curl and in TypeScript, made from the published document. */
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
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: { "application/json": { schema: Schema } } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
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

function example(document: Document, method: string, path: string, operation: Operation): string {
  const [inPath, query] = [given(document, operation, "path"), given(document, operation, "query")];
  const content = operation.requestBody?.content["application/json"].schema;
  const body = content && sample(document, content, "body");
  const params = {
    ...(Object.keys(inPath).length > 0 && { path: inPath }),
    ...(Object.keys(query).length > 0 && { query }),
  };
  const sent = { ...(Object.keys(params).length > 0 && { params }), ...(body !== undefined && { body }) };
  const blocks = ["```sh", curl(method, path, query, body), "```", "", "```ts", typed(method, path, sent), "```"];
  return [`## ${operation.operationId}`, "", `${operation.summary}. \`${method} ${path}\``, "", ...blocks].join("\n");
}

/** The page of examples, as `npm run generate` writes it. */
export function examplesPage(openApi: string): string {
  const document = JSON.parse(openApi) as Document;
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => example(document, method.toUpperCase(), path, operation)),
  );
  const head = [
    "# Every call by example",
    "",
    "Made by `npm run generate` from [openapi.json](openapi.json): the least that each call asks for. `<name>` and `$name` are",
    "yours to fill in; `api` is the [typed client](client/README.md). What else a call takes is in the reference at `/docs`.",
  ];
  return `${[head.join("\n"), ...calls].join("\n\n")}\n`;
}
