import type { CodeSample } from "@/server/rest/code-samples";

interface Operation {
  operationId: string;
  summary: string;
  "x-codeSamples": CodeSample[];
}

const FENCE: Record<string, string> = { Shell: "sh", TypeScript: "ts" };

function example(method: string, path: string, operation: Operation): string {
  const { operationId, summary, "x-codeSamples": samples } = operation;
  const blocks = samples.map(({ lang, source }) => `\`\`\`${FENCE[lang]}\n${source}\n\`\`\``);
  return [`## ${operationId}`, `${summary}. \`${method} ${path}\``, ...blocks].join("\n\n");
}

/** The page of examples, as `npm run generate` writes it. */
export function examplesPage(openApi: string): string {
  const { paths } = JSON.parse(openApi) as { paths: Record<string, Record<string, Operation>> };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => example(method.toUpperCase(), path, operation)),
  );
  const head = [
    "# Every call by example",
    "",
    "Made by `npm run generate` from [openapi.json](openapi.json): the least that each call asks for. `<name>` and `$name` are",
    "yours to fill in; `api` is the [typed client](client/README.md). What else a call takes is in the reference at `/docs`,",
    "which shows the same examples.",
  ];
  return `${[head.join("\n"), ...calls].join("\n\n")}\n`;
}
