import { describe, expect, it } from "vitest";
import { openApiText } from "./openapi";

interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

interface Answer {
  headers?: Record<string, { $ref?: string }>;
  content?: { "application/json": { schema: Schema } };
}

interface Call {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, Answer>;
}

const document = JSON.parse(openApiText("https://gpu.example.com")) as {
  tags: { name: string }[];
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, unknown> };
};
const calls = Object.values(document.paths).flatMap((methods) => Object.entries(methods));

/** What stands in a place without a name, and so gets one from nobody or from whatever a generator makes up. */
function unnamed(schema: Schema, where: string): string[] {
  if (schema.$ref) return [];
  const fields = Object.entries(schema.properties ?? {});
  const within = [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])];
  return [
    ...(fields.length > 0 ? [where] : []),
    ...fields.flatMap(([name, field]) => unnamed(field, `${where}.${name}`)),
    ...within.flatMap((each) => unnamed(each, where)),
  ];
}

describe("the published document", () => {
  it.each(calls.map(([method, call]) => [call.operationId, method, call] as const))(
    "says of %s what it does, under which heading, and names all that goes in and out",
    (_, method, { summary, description, tags, requestBody, responses }) => {
      expect([summary, description].every((text) => text.length > 0)).toBe(true);
      for (const tag of tags) expect(document.tags.map(({ name }) => name)).toContain(tag);
      const sent = requestBody ? [requestBody.content["application/json"].schema] : [];
      const got = Object.values(responses).flatMap(({ content }) => content?.["application/json"].schema ?? []);
      expect([...sent, ...got].flatMap((schema) => unnamed(schema, "here"))).toEqual([]);
      for (const [status, { headers }] of Object.entries(responses)) {
        const isPassing = status === "429" || status === "503";
        const isReplayed = method === "post" && status.startsWith("2");
        expect(Object.keys(headers ?? {}).sort()).toEqual(
          [
            "X-Request-Id",
            ...(isPassing ? ["Retry-After"] : []),
            ...(isReplayed ? ["Idempotent-Replayed"] : []),
          ].sort(),
        );
      }
    },
  );

  it.each(Object.entries(document.components.schemas))("names whatever %s is made of", (name, schema) => {
    const parts = [...Object.entries(schema.properties ?? {})];
    expect(parts.flatMap(([field, part]) => unnamed(part, `${name}.${field}`))).toEqual([]);
  });

  it("has one schema for each name, whatever direction it goes", () => {
    expect(Object.keys(document.components.schemas).filter((name) => /Output$|^__schema/.test(name))).toEqual([]);
  });
});
