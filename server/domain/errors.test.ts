import { describe, expect, it } from "vitest";
import { forbidden, invalid, notFound, Refusal } from "./errors";

describe("refusals, section 7: `{error, code, details?}`", () => {
  it("hidden, missing and not permitted are one answer", () => {
    expect(notFound()).toMatchObject({ code: "not_found", message: notFound().message });
    expect(notFound().details).toBeUndefined();
    expect(forbidden().code).toBe("forbidden");
  });

  it("say every problem of a request, the first one in the sentence", () => {
    const refusal = invalid([
      { field: "unitIds.2", message: "is repeated" },
      { field: "endsAt", message: "must lie in the future" },
    ]);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.code).toBe("invalid_request");
    expect(refusal.message).toBe("unitIds.2: is repeated");
    expect(refusal.details).toEqual({
      fields: [
        { field: "unitIds.2", message: "is repeated" },
        { field: "endsAt", message: "must lie in the future" },
      ],
    });
  });

  it("are errors, so that a stack is there for the log and nowhere else", () => {
    const refusal = new Refusal("no_capacity", "There is none.");
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal.name).toBe("Refusal");
    expect(JSON.stringify(refusal)).not.toContain("errors.test");
  });
});
