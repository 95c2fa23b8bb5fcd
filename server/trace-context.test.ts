import { describe, expect, it } from "vitest";
import { readTraceparent } from "./trace-context";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const span = "00f067aa0ba902b7";

describe("traceparent", () => {
  it.each([
    [`00-${trace}-${span}-01`, true],
    [`00-${trace}-${span}-00`, false],
    [`00-${trace}-${span}-fe`, false],
    [`cc-${trace}-${span}-01-what-is-to-come`, true],
  ])("%s is read", (header, isSampled) => {
    expect(readTraceparent([header])).toEqual({ traceId: trace, spanId: span, isSampled });
  });

  it.each([
    [undefined],
    [[]],
    [[""]],
    [[`00-${trace}-${span}-01`, `00-${trace}-${span}-01`]],
    [[`00-${trace}-${span}-01-more`]],
    [[`ff-${trace}-${span}-01`]],
    [[`00-${"0".repeat(32)}-${span}-01`]],
    [[`00-${trace}-${"0".repeat(16)}-01`]],
    [[`00-${trace.toUpperCase()}-${span}-01`]],
    [[`00-${trace}-${span}-1`]],
    [[`00-${trace}-${span}`]],
    [[`00-${trace}x-${span}-01`]],
    [[` 00-${trace}-${span}-01`]],
  ])("%s is nobody's trace", (headers) => {
    expect(readTraceparent(headers)).toBeUndefined();
  });
});
