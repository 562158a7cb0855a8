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

  const changed = (before: string, after: string) =>
    diffLines(before, after).filter(({ kind }) => kind !== "same" && kind !== "gap");

  it("takes no comma at the end of a line for a change of JSON", () => {
    const before = '{\n  "a": 1,\n  "b": "0"\n}\n';
    expect(changed(before, '{\n  "a": 1,\n  "b": "0",\n  "c": [\n    1\n  ]\n}\n')).toEqual([
      { kind: "changed", before: undefined, after: '  "c": [' },
      { kind: "changed", before: undefined, after: "    1" },
      { kind: "changed", before: undefined, after: "  ]" },
    ]);
    expect(changed(before, '{\n  "a": 1\n}\n')).toEqual([{ kind: "changed", before: '  "b": "0"', after: undefined }]);
    // Of other texts a comma is a change.
    expect(changed("a,\nb", "a\nb")).toEqual([{ kind: "changed", before: "a,", after: "a" }]);
  });

  it("takes no moved key of JSON for a change, at any depth", () => {
    expect(changed('{\n  "a": 1,\n  "b": [{ "c": 2, "d": 3 }]\n}', '{ "b": [{ "d": 3, "c": 2 }], "a": 1 }')).toEqual(
      [],
    );
    const moved = changed('{ "order": 1, "mappings": { "x": 1 } }', '{ "new": 0, "mappings": { "x": 2 }, "order": 1 }');
    expect(moved).toEqual([
      { kind: "changed", before: undefined, after: '  "new": 0,' },
      { kind: "changed", before: '    "x": 1', after: '    "x": 2' },
    ]);
    // Lists have an order, and digits count as they are written.
    expect(changed("[1, 2]", "[2, 1]")).not.toEqual([]);
    expect(changed('{"a": 9007199254740993}', '{"a": 9007199254740992}')).not.toEqual([]);
  });

  it("compares texts that are no whole JSON as they are", () => {
    for (const text of ['{"a": 1', '{"a": 1, "a": 2}', "[".repeat(1000), "{} {}", '{"a" 1}'])
      expect(changed(text, `${text} `)).toHaveLength(1);
  });

  it("shows a line of JSON as several, whose commas within count", () => {
    const rows = diffLines('{\n  "s": "a,\\nb"\n}', '{\n  "s": "a\\nb",\n  "t": 1\n}', (line) =>
      line.replaceAll("\\n", "\n"),
    );
    expect(rows).toEqual([
      { kind: "same", before: "{", after: "{" },
      { kind: "changed", before: '  "s": "a,', after: '  "s": "a' },
      { kind: "same", before: 'b",', after: 'b",' },
      { kind: "changed", before: undefined, after: '  "t": 1' },
      { kind: "same", before: "}", after: "}" },
    ]);
  });
});
