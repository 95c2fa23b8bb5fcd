import { describe, expect, it } from "vitest";
import { fieldError, otherProblems, readProblem } from "./problem";

const refused = {
  message: "endsAt: must be after startsAt",
  data: {
    requestId: "req_1",
    refusal: {
      code: "invalid_request",
      message: "endsAt: must be after startsAt",
      details: {
        fields: [
          { field: "endsAt", message: "must be after startsAt" },
          { field: "unitIds.2", message: "is repeated" },
          { field: "tier", message: "is not a name that this call knows" },
        ],
      },
    },
  },
};

describe("a refusal in a form", () => {
  const problem = readProblem(refused);

  it("is read once, with its request id", () => {
    expect(problem).toMatchObject({ code: "invalid_request", requestId: "req_1" });
    expect(problem.fields).toHaveLength(3);
  });

  it("puts each problem at its field, parts of lists included", () => {
    expect(fieldError(problem, "endsAt")).toBe("Must be after startsAt.");
    expect(fieldError(problem, "unitIds")).toBe("Is repeated.");
    expect(fieldError(problem, "unit")).toBeUndefined();
    expect(fieldError(undefined, "endsAt")).toBeUndefined();
  });

  it("keeps what no field shows for the top of the form", () => {
    expect(otherProblems(problem, ["endsAt", "unitIds"])).toEqual(["tier: is not a name that this call knows"]);
    expect(
      otherProblems(readProblem({ data: { refusal: { code: "wrong_status", message: "It is over." } } }), ["endsAt"]),
    ).toEqual(["It is over."]);
    expect(otherProblems(undefined, [])).toEqual([]);
  });
});

describe("what is no refusal", () => {
  it("never shows the text of a library", () => {
    for (const error of [new TypeError("Failed to fetch"), undefined, null, "x", { message: "boom" }]) {
      expect(readProblem(error).message).toMatch(/could not be reached/);
    }
  });

  it("keeps the server's own sentence and request id", () => {
    const problem = readProblem({ message: "Something went wrong here.", data: { requestId: "req_2" } });
    expect(problem).toEqual({ message: "Something went wrong here.", fields: [], details: {}, requestId: "req_2" });
  });
});
