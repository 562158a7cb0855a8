import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { IMPORTS_LIMITS } from "@common/limits/imports";
import { CsvSplitter } from "../read/csv-splitter.server";
import { JsonSplitter, LineSplitter } from "../read/json-splitter.server";
import { readRows } from "../read/reader.server";
import { readListText } from "../shape/values.server";
import { jsonNamesProblem } from "../shape/fields.server";
import type { ReadOptions } from "../types";
import { csvRowProblem, jsonRowProblem, namesProblem } from "./limits.server";
import { receiveUpload } from "./upload.server";

// Each bound of an import, and one past it.

const {
  file,
  pasted,
  otherText,
  row,
  rowSkipped,
  look,
  header,
  columns,
  fieldName,
  fieldSteps,
  rowValues,
  rowDepth,
  listText,
  unclosed,
} = IMPORTS_LIMITS;
const CHUNK = 1024 ** 2;
const CSV: ReadOptions = { format: "csv", encoding: "utf-8", gzip: false, delimiter: ",", header: true };

const folder = mkdtempSync(join(tmpdir(), "import-bounds-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what a form holds", () => {
  const textOf = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const { body, headers: own } = new Response(form);
    return new Request("http://console.test/", {
      method: "POST",
      body,
      duplex: "half",
      headers: { ...Object.fromEntries(own), ...headers },
    });
  };
  const received = async (...given: Parameters<typeof textOf>) =>
    receiveUpload({ request: textOf(...given), dir: folder });

  test("file", async () => {
    // The texts beside it have their room.
    const announced = (bytes: number) => received({ a: "b" }, { "content-length": String(bytes + pasted.most) });
    expect((await announced(file.most)).problem ?? "").not.toContain("larger than 8 GB");
    expect((await announced(file.most + 1)).problem).toContain("larger than 8 GB");
  });

  test("pasted", async () => {
    expect((await received({ rows: "x".repeat(pasted.most) })).cut).toEqual([]);
    expect((await received({ rows: "x".repeat(pasted.most + 1) })).cut).toEqual(["rows"]);
  });

  test("otherText", async () => {
    const beside = async (bytes: number) =>
      (await received({ rows: "x".repeat(pasted.most), other: "y".repeat(bytes) })).problem;
    expect(await beside(otherText.most)).toBeNull();
    expect(await beside(otherText.most + 1)).toContain("more text");
  });
});

type Splitter = {
  push: (chunk: Buffer) => Iterable<{ problem: string | null }>;
  end: () => Iterable<{ problem: string | null }>;
  problem?: { message: string } | null;
};
/** The problems of the rows that a splitter finds in these parts, and why it gave up. */
function cut(splitter: Splitter, parts: Iterable<Buffer>) {
  const rows: (string | null)[] = [];
  for (const part of parts)
    for (let at = 0; at < part.length; at += CHUNK)
      for (const { problem } of splitter.push(part.subarray(at, at + CHUNK))) rows.push(problem);
  for (const { problem } of splitter.end()) rows.push(problem);
  return { rows, problem: splitter.problem?.message ?? null };
}
const FORMATS: [name: string, splitter: () => Splitter, around: [string, string]][] = [
  ["CSV", () => new CsvSplitter({ delimiter: "," }), ["", "\n"]],
  ["lines of JSON", () => new LineSplitter(), ["", "\n"]],
  ["JSON", () => new JsonSplitter("list"), ['["', '"]']],
];

describe.each(FORMATS)("a row of %s", (_name, splitter, [before, after]) => {
  const marks = before === "" ? 0 : 2;
  function* rowOf(bytes: number): Generator<Buffer> {
    yield Buffer.from(before);
    const part = Buffer.alloc(CHUNK, "x");
    for (let left = bytes - marks; left > 0; left -= CHUNK) yield part.subarray(0, Math.min(CHUNK, left));
    yield Buffer.from(after);
  }

  test("row", () => {
    expect(cut(splitter(), rowOf(row.most)).rows).toEqual([null]);
    expect(cut(splitter(), rowOf(row.most + 1)).rows).toEqual([expect.stringContaining("8 MB")]);
  });

  test("rowSkipped", () => {
    expect(cut(splitter(), rowOf(rowSkipped.most)).problem).toBeNull();
    // What was taken for a row that may yet end is not counted.
    expect(cut(splitter(), rowOf(rowSkipped.most + row.most + 2 * CHUNK)).problem).toContain("256 MB");
  });
});

async function rowsOf(
  text: string | Buffer,
  { options = CSV, mostBytes }: { options?: ReadOptions; mostBytes?: number } = {},
) {
  const path = join(folder, "file");
  writeFileSync(path, text);
  const reading = readRows({ path, options, ...(mostBytes === undefined ? {} : { mostBytes }) });
  let rows = 0;
  for await (const lot of reading.lots) rows += lot.length;
  return { rows, problem: reading.problem()?.message ?? null };
}

test("look", async () => {
  const line = Buffer.from(`${"x".repeat(CHUNK - 1)}\n`);
  const of = (lines: number) =>
    rowsOf(Buffer.concat(Array.from({ length: lines }, () => line)), {
      options: { ...CSV, header: false },
      mostBytes: look.most,
    });
  expect((await of(look.most / CHUNK)).rows).toBe(look.most / CHUNK);
  expect((await of(look.most / CHUNK + 4)).rows).toBeLessThanOrEqual(look.most / CHUNK + 1);
}, 30_000);

test("header", async () => {
  const of = (bytes: number) => rowsOf(`${"x".repeat(bytes)}\n1\n`);
  expect(await of(header.most)).toEqual({ rows: 1, problem: null });
  expect((await of(header.most + 1)).problem).toContain("header is longer than 1 MB");
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
const object = (count: number) => Object.fromEntries(names(count).map((name) => [name, 1]));
const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));

test.each<[string, number, (count: number) => string | null]>([
  ["columns", columns.most, (count) => namesProblem(names(count))],
  [
    "columns of a row",
    columns.most,
    (count) => csvRowProblem({ raw: Buffer.from("x,".repeat(count - 1) + "x"), delimiter: "," }),
  ],
  ["columns of JSON", columns.most, (count) => jsonNamesProblem([object(count)])],
  ["fieldName", fieldName.most, (length) => namesProblem(["a".repeat(length)])],
  [
    "fieldName of a row",
    fieldName.most,
    (length) => jsonRowProblem(Buffer.from(JSON.stringify({ ["a".repeat(length)]: 1 }))),
  ],
  ["fieldName of JSON", fieldName.most, (length) => jsonNamesProblem([{ ["a".repeat(length)]: 1 }])],
  ["fieldSteps", fieldSteps.most, (steps) => namesProblem([Array.from({ length: steps }, () => "a").join(".")])],
  ["rowValues", rowValues.most, (count) => jsonRowProblem(Buffer.from(`[${"1,".repeat(count - 1)}1]`))],
  ["rowDepth", rowDepth.most, (levels) => jsonRowProblem(nested(levels))],
])("%s", (_name, most, problem) => {
  expect(problem(most)).toBeNull();
  expect(problem(most + 1)).toMatch(/limit/);
});

test("listText", () => {
  const list = (length: number) => readListText(`[${"1".repeat(length - 2)}]`);
  expect(list(listText.most)).toHaveLength(1);
  expect(list(listText.most + 1)).toBeNull();
});

test("unclosed", () => {
  // Each line opens a quote, also where one is open already.
  const of = (count: number) => cut(new CsvSplitter({ delimiter: "," }), [Buffer.from('x","\n'.repeat(count))]);
  expect(of(unclosed.most)).toEqual({
    rows: Array.from({ length: unclosed.most }, () => expect.stringContaining("never closed") as unknown),
    problem: null,
  });
  expect(of(unclosed.most + 1).problem).toContain(`More than ${unclosed.most} rows`);
});
