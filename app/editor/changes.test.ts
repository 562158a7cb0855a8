import { describe, expect, it } from "vitest";
import { readableFiles } from "~/services/pipelines/readable.server";
import { changesBetween } from "./changes.server";

const changed = (before: string, after: string) =>
  changesBetween(before, after).rows.filter(({ kind }) => kind === "changed");

const yaml = "id: shoes\nstages:\n  - use: authorization\n  - id: tidy\n    scriptRef: tidy.js\n";
const script = "function handleRequest() {\n  return {};\n}\n";

describe("changesBetween", () => {
  it("compares YAML as it is written: a comment and an indent are a line each", () => {
    const after = yaml.replace("stages:", "# the order counts\nstages:").replace("    scriptRef", "      scriptRef");
    expect(changed(yaml, after)).toEqual([
      { kind: "changed", before: undefined, after: "# the order counts" },
      { kind: "changed", before: "    scriptRef: tidy.js", after: "      scriptRef: tidy.js" },
    ]);
    expect(changesBetween(yaml, after).spacesOnly).toBe(false);
    expect(changesBetween(yaml, yaml.replace("    scriptRef", "     scriptRef")).spacesOnly).toBe(false);
  });

  it("compares scripts and plain texts with their spaces", () => {
    expect(changed(script, script.replace("return {}", "return { a: 1 }"))).toEqual([
      { kind: "changed", before: "  return {};", after: "  return { a: 1 };" },
    ]);
    expect(changed("red shoes", "redshoes")).toHaveLength(1);
    expect(changed("", "two words\nof it").map((row) => ("after" in row ? row.after : null))).toEqual([
      "two words",
      "of it",
    ]);
  });

  it("takes no end of a line for a change", () => {
    const crlf = yaml.replaceAll("\n", "\r\n");
    expect(changed(yaml, crlf)).toEqual([]);
    expect(changesBetween(yaml, crlf).spacesOnly).toBe(true);
    expect(changed(crlf, yaml.replace("shoes", "boots"))).toEqual([
      { kind: "changed", before: "id: shoes", after: "id: boots" },
    ]);
    expect(changesBetween(yaml, yaml)).toMatchObject({ spacesOnly: false, cut: false });
  });

  it("lays out JSON the same way on both sides", () => {
    const [before, after] = ['{"a":1,"b":{"c":2}}', '{ "a": 1,\r\n "b": { "c": 3 } }'];
    expect(changed(before, after)).toEqual([{ kind: "changed", before: '    "c": 2', after: '    "c": 3' }]);
    expect(changesBetween(before, '{ "a": 1, "b": { "c": 2 } }')).toMatchObject({ spacesOnly: true });
    expect(changed("", '{"a":1}')).toHaveLength(3);
  });
});

describe("the files of a pipeline", () => {
  const files = (content: string) => readableFiles({ content, scripts: { "tidy.js": script }, description: "" });

  it("stand below each other, each as it is written, JSON laid out", () => {
    expect(files(yaml)).toContain("── pipeline.yaml\nid: shoes\nstages:\n  - use: authorization\n");
    expect(files(yaml)).toContain("── tidy.js\nfunction handleRequest() {\n  return {};\n}\n");
    expect(files(yaml.replaceAll("\n", "\r\n"))).toBe(files(yaml));
    expect(changed(files('{"id":"shoes","priority":1}'), files('{ "id": "shoes",\n"priority": 2 }'))).toEqual([
      { kind: "changed", before: '  "priority": 1', after: '  "priority": 2' },
    ]);
    const commented = '{ "id": "shoes" # two  spaces\n}';
    expect(files(commented)).toContain(commented);
  });
});
