import { describe, expect, it } from "vitest";
import { fileText, MOST_BYTES } from "./file-text";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("reading a chosen file", () => {
  it("reads UTF-8, with its mark or without", () => {
    expect(fileText(bytes("Größe 1"), "a.txt")).toEqual({ text: "Größe 1" });
    expect(fileText(bytes("\ufeffx"), "a.txt")).toEqual({ text: "x" });
  });

  it("reads what a Windows console wrote", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x47, 0x00, 0x50, 0x00]);
    expect(fileText(utf16, "a.txt")).toEqual({ text: "GP" });
  });

  it("says what to do with what it can't read", () => {
    expect(fileText(new Uint8Array(0), "a.txt").problem).toContain("a.txt is empty");
    expect(fileText(new Uint8Array([0x50, 0x4b, 0x00, 0x01]), "a.zip").problem).toContain("not an archive");
    expect(fileText(new Uint8Array([0x50, 0xff, 0xfe]), "a.bin").problem).toContain("UTF-8");
    const large = fileText(new Uint8Array(MOST_BYTES + 1), "big.txt").problem;
    expect(large).toContain("big.txt has 4.0 MiB; at most 4.0 MiB are read.");
    expect(fileText(bytes("x".repeat(MOST_BYTES)), "big.txt").problem).toBeUndefined();
  });
});
