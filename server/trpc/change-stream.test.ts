import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import { streamChanges } from "./change-stream";
import type { SignedInContext } from "./init";

test("a page that has gone while its session was looked up is told nothing, and nothing is kept for it", async () => {
  const gone = { destroyed: true, setHeader: vi.fn(), write: vi.fn(() => false), end: vi.fn() };
  const response = Object.assign(new EventEmitter(), gone) as unknown as ServerResponse;
  await streamChanges({} as SignedInContext, response);
  expect(gone.write).not.toHaveBeenCalled();
});
