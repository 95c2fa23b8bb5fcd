import { expect, it } from "vitest";
import { modelFacts } from "./model-facts";

it("reads vendor and memory from id and name, and guesses nothing", () => {
  expect(modelFacts({ id: "10de-2330", name: "NVIDIA H100 SXM5 80GB" })).toEqual({ vendor: "NVIDIA", memory: "80 GB" });
  expect(modelFacts({ id: "1002-74a1", name: "AMD Instinct MI300X" })).toEqual({ vendor: "AMD", memory: undefined });
  expect(modelFacts({ id: "10de-beef", name: "10de-beef" })).toEqual({ vendor: "NVIDIA", memory: undefined });
  expect(modelFacts({ id: "odd-card", name: "Odd Card" })).toEqual({ vendor: undefined, memory: undefined });
});
