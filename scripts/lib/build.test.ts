import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { single, sources } from "./build";
import { root } from "./setup.mjs";

it("sends to the build of an image whatever a build reads", () => {
  const sent = fs.readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
  const read = [...sources, ...fs.readdirSync(root).filter((name) => single.test(name))];
  expect(read).toContain("instrumentation-client.ts");
  expect(read.filter((name) => !sent.includes(`!${name}`))).toEqual([]);
});
