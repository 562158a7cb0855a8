import { describe, expect, it } from "vitest";
import type { Cut } from "./csv-splitter.server";
import { MAX_ROW_BYTES } from "../receive/limits.server";
import { JsonSplitter, LineSplitter } from "./json-splitter.server";

function split(text: string | Buffer, size: number, shape: "list" | "values" = "list") {
  const bytes = Buffer.from(text);
  const splitter = new JsonSplitter(shape);
  const out: Cut[] = [];
  for (let at = 0; at < bytes.length; at += size)
    out.push(...splitter.push(bytes.subarray(at, at + size)).map((cut) => ({ ...cut, raw: Buffer.from(cut.raw) })));
  out.push(...splitter.end());
  return { cuts: out, rows: out.map((cut) => [cut.line, cut.raw.toString(), cut.problem]), problem: splitter.problem };
}

describe.each([1, 2, 5, 4096])("elements of a list in chunks of %i bytes", (size) => {
  it("finds them over lines, with brackets and quotes in texts", () => {
    const { rows, problem } = split('[ {"a": "]}\\"{"},\n  {"b": [1, {"c": "\\\\"}]}\n]\n', size);
    expect(rows).toEqual([
      [1, '{"a": "]}\\"{"}', null],
      [2, '{"b": [1, {"c": "\\\\"}]}', null],
    ]);
    expect(problem).toBeNull();
  });

  it("gives the rows before the place where the file ends too early", () => {
    const { rows, problem } = split('[{"a":1},\n{"a":2},\n  {"a":"cut', size);
    expect(rows.slice(0, 2).map((row) => row[1])).toEqual(['{"a":1}', '{"a":2}']);
    expect(rows[2]?.[2]).toContain("cut off");
    expect(problem).toEqual({
      message: "The file ends in the middle of the row that starts here.",
      line: 3,
      column: 3,
    });
  });

  it("tells a missing end, text after the end, and a missing comma with their places", () => {
    expect(split('[{"a":1}\n', size).problem).toMatchObject({ message: expect.stringContaining("]"), line: 2 });
    expect(split('[{"a":1}]\n x', size).problem).toMatchObject({ line: 2, column: 2 });
    expect(split('[{"a":1} {"a":2}]', size).problem).toMatchObject({ line: 1, column: 10 });
  });

  it("hands plain values on as rows, for the reader to refuse", () => {
    expect(split('[1, "two", null, {"a":1}]', size).rows.map((row) => row[1])).toEqual([
      "1",
      '"two"',
      "null",
      '{"a":1}',
    ]);
  });

  it("takes objects one after the other", () => {
    expect(split('{\n "a": 1\n}\n{"a": 2} {"a": 3}\n', size, "values").rows).toEqual([
      [1, '{\n "a": 1\n}', null],
      [4, '{"a": 2}', null],
      [4, '{"a": 3}', null],
    ]);
  });

  it("stands still at nothing, whatever the brackets", () => {
    expect(split('}]{"a":1}]', size, "values").rows.map((row) => row[1])).toContain('{"a":1}');
  });
});

it("an empty list has no rows and no problem", () => {
  expect(split("[]", 1)).toMatchObject({ rows: [], problem: null });
});

it("refuses an element over the limit and goes on, its memory given back", () => {
  const text = Buffer.concat([
    Buffer.from('[{"a":1},\n{"x":"'),
    Buffer.alloc(MAX_ROW_BYTES + 5_000_000, "y"),
    Buffer.from('"},\n{"a":3}]'),
  ]);
  const { cuts, problem } = split(text, 256 * 1024);
  expect(cuts.map((cut) => [cut.line, cut.raw.length < 2000, cut.problem !== null])).toEqual([
    [1, true, false],
    [2, true, true],
    [3, true, false],
  ]);
  expect(problem).toBeNull();
});

it.each([1, 4, 100])("lines of NDJSON in chunks of %i bytes", (size) => {
  const bytes = Buffer.from('{"a":1}\r\n\n {"a":2}\n{"a":3}');
  const splitter = new LineSplitter();
  const out: Cut[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(...splitter.push(bytes.subarray(at, at + size)));
  out.push(...splitter.end());
  expect(out.map((cut) => [cut.line, cut.raw.toString().trim()])).toEqual([
    [1, '{"a":1}'],
    [3, '{"a":2}'],
    [4, '{"a":3}'],
  ]);
});
