import { describe, expect, it } from "vitest";
import { diffLines } from "./diff.server";

describe("diffLines", () => {
  it("puts changed lines side by side and folds long runs of equal ones", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const before = lines.join("\n");
    const after = lines.map((line, at) => (at === 10 ? "new" : line)).join("\n");
    const rows = diffLines(before, after);
    expect(rows[0]).toEqual({ kind: "gap", count: 7 });
    expect(rows).toContainEqual({ kind: "changed", before: "line 10", after: "new" });
    expect(rows.filter((row) => row.kind === "same")).toHaveLength(6);
    expect(rows.at(-1)).toEqual({ kind: "gap", count: 6 });
  });

  it("keeps lines that only one side has", () => {
    expect(diffLines("a\nb\n", "a\n")).toContainEqual({ kind: "changed", before: "b", after: undefined });
    expect(diffLines("", "x")).toContainEqual({ kind: "changed", before: undefined, after: "x" });
    expect(diffLines("same", "same")).toEqual([{ kind: "same", before: "same", after: "same" }]);
  });
});
