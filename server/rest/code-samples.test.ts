import { describe, expect, it } from "vitest";
import type { Operation } from "../contract/operation";
import { allOperations } from "../contract/operations";
import type { CodeSample } from "./code-samples";
import { openApiText } from "./openapi";

const { paths } = JSON.parse(openApiText("https://gpu.example.com")) as {
  paths: Record<string, Record<string, { "x-codeSamples": CodeSample[] }>>;
};
const calls = allOperations.map((op: Operation) => [op.id, op] as const);

const samplesOf = (op: Operation) => paths[op.path]?.[op.method.toLowerCase()]?.["x-codeSamples"] ?? [];

describe.each(calls)("the examples of %s", (_, op) => {
  it("are one in curl and one in TypeScript", () => {
    const [curl, typed] = samplesOf(op).map(({ source }) => source);
    expect(curl).toContain(`curl -sS -X ${op.method} "$HOLDFAST_URL${op.path.replace(/\{(\w+)\}/g, "$$$1")}`);
    expect(typed).toContain(`await api.${op.method}("${op.path}"`);
  });

  it("send what the call takes", () => {
    const sent = /-d '(.*)'$/s.exec(samplesOf(op)[0]?.source ?? "")?.[1];
    expect(sent !== undefined, "a body where the call takes one").toBe(op.body !== undefined);
    if (sent !== undefined) expect(op.body?.safeParse(JSON.parse(sent)).error).toBeUndefined();
    const query = /\?(.*?)"/.exec(samplesOf(op)[0]?.source ?? "")?.[1];
    expect(op.query?.safeParse(Object.fromEntries(new URLSearchParams(query))).error).toBeUndefined();
  });
});
