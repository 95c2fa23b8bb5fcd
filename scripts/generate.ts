/** Makes the generated files anew: db/types.ts and db/schema.sql from the migrations, openapi.json from the operation table, the client's types and the examples from that. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import pg from "pg";
import { dumpSchema } from "@/db/dump-schema";
import { migrateDown, migrateUp } from "@/db/migrate";
import { inDatabase, startThrowawayCluster } from "@/db/testing/cluster";
import { openApiText } from "@/server/rest/openapi";
import { examplesPage } from "./lib/examples";

async function schemaOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await dumpSchema(client);
  } finally {
    await client.end();
  }
}

/** Up, down and up again must end in the same schema: a way back that forgets something shows here. */
async function migratedSchema(url: string): Promise<string> {
  await migrateUp(url);
  const first = await schemaOf(url);
  await migrateDown(url);
  await migrateUp(url);
  const second = await schemaOf(url);
  if (first !== second) throw new Error("migrating down and up again does not end in the same schema");
  return second;
}

function writeTypes(url: string): void {
  const arguments_ = ["kysely-codegen", "--dialect", "postgres", "--url", url, "--out-file", "db/types.ts"];
  execFileSync("npx", [...arguments_, "--exclude-pattern", "schema_migrations", "--log-level", "error"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

function writeClientTypes(): void {
  execFileSync("npx", ["openapi-typescript", "docs/openapi.json", "--output", "docs/client/schema.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}

const cluster = await startThrowawayCluster();
try {
  const url = inDatabase(cluster.adminUrl, "postgres");
  writeFileSync("db/schema.sql", await migratedSchema(url));
  writeTypes(url);
  const document = openApiText("http://localhost:3000");
  writeFileSync("docs/openapi.json", `${JSON.stringify(JSON.parse(document), null, 2)}\n`);
  writeFileSync("docs/examples.md", examplesPage(document));
  writeClientTypes();
} finally {
  await cluster.close();
}
