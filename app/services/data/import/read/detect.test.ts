import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { detectFile, UnreadableFileError } from "./detect.server";
import type { ReadOptions } from "../types";

const folder = mkdtempSync(join(tmpdir(), "detect-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
async function detect({ name, content, set }: { name: string; content: string | Buffer; set?: Partial<ReadOptions> }) {
  const path = join(folder, `file-${++files}`);
  writeFileSync(path, content);
  return detectFile({ path, name, set });
}

async function fieldsOf(content: string, name = "a.csv") {
  const { fields } = await detect({ name, content });
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}

describe("formats", () => {
  it.each([
    ["comma", "a.csv", "name,size\nx,1\ny,2\n", { format: "csv", delimiter: "," }],
    ["semicolon with decimal commas", "a.csv", "name;size\nx;1,5\ny;2,5\n", { format: "csv", delimiter: ";" }],
    ["tab", "a.tsv", "name\tsize, mm\nx, y\t1\n", { format: "csv", delimiter: "\t" }],
    ["one column", "a.csv", "name\nx\ny\n", { format: "csv", delimiter: "," }],
    ["list", "a.json", ' [\n{"a":1}]', { format: "json-array" }],
    ["empty list", "a.json", "[]", { format: "json-array" }],
    ["lines", "a.ndjson", '{"a":1}\n{"a":2}\n', { format: "ndjson" }],
    ["lines, one of them broken", "a.ndjson", '{"a":1\n{"a":2}\n{"a":3}\n', { format: "ndjson" }],
    ["a lone object", "a.json", '{"a":1}', { format: "json-values" }],
    ["a lone object over lines", "a.json", '{\n"a":\n{"b":1}}', { format: "json-values" }],
    ["a CSV that begins with a list", "a.csv", '"[1, 2]",x\n"[3, 4]",y\n', { format: "csv", header: true }],
  ])("%s", async (_name, name, content, options) => {
    expect((await detect({ name, content })).options).toMatchObject({ gzip: false, ...options });
  });

  it("says when a file is not what its name says", async () => {
    const wrong = await detect({ name: "list.csv", content: '[{"a":1}]' });
    expect(wrong.options.format).toBe("json-array");
    expect(wrong.notes.join(" ")).toContain("The name says a table");
    expect((await detect({ name: "list.csv.gz", content: "a,b\n1,2\n" })).notes.join(" ")).toContain("not gzipped");
    expect((await detect({ name: "list.csv", content: gzipSync("a,b\n1,2\n") })).notes.join(" ")).toContain(
      "is gzipped",
    );
    expect((await detect({ name: "list.csv", content: "a,b\n1,2\n" })).notes).toEqual([]);
  });

  it.each([
    ["Excel", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1]), "Excel"],
    ["empty", Buffer.alloc(0), "empty"],
    ["blank", Buffer.from(" \n\n"), "blanks"],
    ["HTML", Buffer.from("<!DOCTYPE html><p>Sign in"), "HTML"],
    ["XML", Buffer.from("<?xml version='1.0'?><a/>"), "XML"],
    ["binary", Buffer.from([1, 2, 0, 4, 5, 0, 7, 8, 9, 12]), "binary"],
    ["damaged gzip", Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]), "gzip"],
  ])("refuses %s and says what it is", async (_name, content, words) => {
    await expect(detect({ name: "a.csv", content })).rejects.toThrow(UnreadableFileError);
    await expect(detect({ name: "a.csv", content })).rejects.toThrow(words);
  });
});

describe("encodings", () => {
  it.each([
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffname,city\nJosé,Århus\n"), "utf-8"],
    ["UTF-16 with a byte order mark", Buffer.from("\ufeffname,city\nJosé,Århus\n", "utf16le"), "utf-16le"],
    ["UTF-16 without", Buffer.from("name,city\nJosé,Århus\n", "utf16le"), "utf-16le"],
    ["UTF-16 big endian", Buffer.from("\ufeffname,city\nJosé,Århus\n", "utf16le").swap16(), "utf-16be"],
    ["Latin-1", Buffer.from("name,city\nJosé,Århus\n", "latin1"), "windows-1252"],
  ])("%s", async (_name, content, encoding) => {
    const found = await detect({ name: "a.csv", content });
    expect(found.options.encoding).toBe(encoding);
    expect(found.columns).toEqual(["name", "city"]);
    expect(found.sample[0]?.cells).toEqual(["José", "Århus"]);
  });

  it("fails a row with stray bytes, not the file", async () => {
    const found = await detect({
      name: "a.csv",
      content: Buffer.concat([
        Buffer.from("name\nÅse\nJosé\nÉva\nØrn\nÄla\n"),
        Buffer.from([0xe9, 0x0a]),
        Buffer.from("ok\n"),
      ]),
    });
    expect(found.options.encoding).toBe("utf-8");
    expect(found.sample.map((row) => row.problem !== null)).toEqual([false, false, false, false, false, true, false]);
  });
});

describe("headers", () => {
  it("names empty and double columns", async () => {
    const found = await detect({ name: "a.csv", content: "id,,name,name,a..b\n1,2,x,y,z\n" });
    expect(found.columns).toEqual(["id", "column_2", "name", "name_2", "a_b"]);
    expect(found.notes).toHaveLength(3);
  });

  it("sees that there is none", async () => {
    const found = await detect({ name: "a.csv", content: "1,Paris,2.5\n2,Rome,3.5\n" });
    expect(found.options.header).toBe(false);
    expect(found.columns).toEqual(["column_1", "column_2", "column_3"]);
    expect(found.sample).toHaveLength(2);
  });

  it("takes 5,000 columns", async () => {
    const header = Array.from({ length: 5000 }, (_, at) => `c${at}`).join(",");
    const row = Array.from({ length: 5000 }, (_, at) => at).join(",");
    const found = await detect({ name: "a.csv", content: `${header}\n${row}\n${row}\n` });
    expect(found.fields).toHaveLength(5000);
    expect(found.fields[4999]).toMatchObject({ name: "c4999", type: "long" });
  });
});

it("tells ragged rows by line", async () => {
  const found = await detect({ name: "a.csv", content: 'a,b\n1,2\n"x\ny",2,3\n4\n5,6\n' });
  expect(found.sample.map((row) => [row.line, row.problem])).toEqual([
    [2, null],
    [3, "expected 2 columns, found 3"],
    [5, "expected 2 columns, found 1"],
    [6, null],
  ]);
});

describe("field types", () => {
  it.each([
    ["whole numbers", ["1", "-2", "9007199254740993"], { type: "long" }],
    ["whole numbers beyond 64 bits", ["99999999999999999999"], { type: "keyword" }],
    ["decimals", ["1", "2.50", "1e5"], { type: "double" }],
    ["codes with zeros in front", ["007", "012"], { type: "keyword" }],
    ["true and false", ["true", "FALSE"], { type: "boolean" }],
    ["ISO dates", ["2024-01-31", "2024-02-29T10:00:00Z"], { type: "date", dateFormat: "iso" }],
    ["dates with dots", ["31.01.2024", "01.02.2024"], { type: "date", dateFormat: "dd.MM.yyyy" }],
    ["American dates", ["01/31/2024", "02/01/2024"], { type: "date", dateFormat: "MM/dd/yyyy" }],
    ["dates in words", ["Jun 12 1998", "Aug 07 1998"], { type: "date", dateFormat: "MMM d yyyy" }],
    ["days that do not exist", ["2024-02-30", "2024-13-01"], { type: "keyword" }],
    ["places", ['"41.9,12.5"', '"48.85, 2.35"'], { type: "geo_point" }],
    ["numbers in pairs out of range", ['"410.9,12.5"', '"480.85, 2.35"'], { type: "text" }],
    ["lists", ['"[red, blue]"', "[green]"], { type: "text", list: true }],
    ["lists of numbers", ['"[1, 2]"', "[3]"], { type: "long", list: true }],
    ["addresses of pages", ["https://a.example/x", "https://b.example/y"], { type: "keyword" }],
    ["sentences", ["The quick brown fox", "jumps over"], { type: "text", useCase: "searchaggs" }],
    ["nothing", ["", "null"], { type: "auto" }],
    [
      "numbers with one exception",
      ["1", "2", "3", "n/a", "5"],
      { type: "long", note: "“n/a” is not a whole number: its row will fail." },
    ],
    [
      "exceptions",
      ["1", "2", "3", "abc", "5", "6", "7", "?"],
      { type: "long", note: "2 values are not whole numbers, such as “abc”: their rows will fail." },
    ],
    ["zeros in front among numbers", ["1", "2", "3", "007", "5"], { type: "long", note: "“007” is stored as 7." }],
    [
      "an exception and zeros in front",
      ["1", "2", "3", "007", "5", "6", "7", "abc"],
      { type: "long", note: "“abc” is not a whole number: its row will fail. “007” is stored as 7." },
    ],
    ["a word for true", ["true", "false", "TRUE", "yes"], { type: "boolean", note: "“yes” is stored as true." }],
    [
      "English prices",
      ['"$1,299.00"', "$5.50"],
      { type: "double", numberFormat: "1,299.00", note: "“$1,299.00” is read as 1299.00." },
    ],
    [
      "prices, most of them without groups",
      ["1.5", "2.5", "3.5", "4.5", '"1,299.00"'],
      { type: "double", numberFormat: "1,299.00" },
    ],
    ["German numbers", ['"1.299,00 €"', '"5,5 €"'], { type: "double", numberFormat: "1.299,00" }],
    ["spaces between the digits", ["1 299", "35"], { type: "long", numberFormat: "1,299.00" }],
    ["percent", ["12%", "7.5%"], { type: "double", note: "“12%” is read as 12." }],
    [
      "numbers that may be read in two ways",
      ['"1,234"', '"5,678"'],
      {
        type: "long",
        numberFormat: "1,299.00",
        note: "“1,234” could be 1234 or 1.234. It is read as 1234; choose 1.299,00 if the other is meant.",
      },
    ],
    ["separated digits beyond 64 bits", ['"99,999,999,999,999,999,999"'], { type: "keyword", numberFormat: "plain" }],
    ["plain decimals", ["1.234", "5.678"], { type: "double", numberFormat: "plain", note: null }],
    ["addresses of machines", ["192.168.100.200", "192.168.100.201"], { type: "keyword" }],
  ])("%s", async (_name, values, wanted) => {
    // A second column of words, so that the header is seen as one.
    expect((await fieldsOf(`value,other\n${values.map((value) => `${value},word\n`).join("")}`)).value).toMatchObject(
      wanted,
    );
  });

  it("reads numbers as the columns do that leave no doubt", async () => {
    const found = await fieldsOf("a;b;c;d\n1.234;1,5;1,234;x\n5.678;2,5;5,678;y\n");
    expect(found.a).toMatchObject({ type: "long", numberFormat: "1.299,00" });
    expect(found.a?.note).toContain("could be 1234 or 1.234. It is read as 1234, as in the other columns");
    expect(found.b).toMatchObject({ type: "double", numberFormat: "1.299,00" });
    expect(found.c).toMatchObject({ type: "double", numberFormat: "1.299,00" });
  });

  it("keeps written numbers in JSON as text, with the format at hand", async () => {
    expect((await fieldsOf('{"price":"1.299,00"}', "a.json")).price).toMatchObject({
      type: "text",
      numberFormat: "1.299,00",
      written: true,
    });
  });

  it("reads JSON values by their kind, inner objects by dots", async () => {
    const row =
      '{"title":"A film","year":"1999","votes":9007199254740993,"ratio":1.10,"ok":true,"at":{"lat":1.5,"lon":2},"by":{"name":"Ann Lee","tags":["a b","c"]},"empty":null,"cast":[{"n":1},{"n":2}]}';
    const found = await fieldsOf(`${row}\n${row}\n`, "a.ndjson");
    expect(Object.fromEntries(Object.entries(found).map(([name, field]) => [name, field.type]))).toEqual({
      title: "text",
      year: "keyword",
      votes: "long",
      ratio: "double",
      ok: "boolean",
      at: "geo_point",
      "by.name": "text",
      "by.tags": "text",
      empty: "auto",
      "cast.n": "long",
    });
    expect(found["by.tags"]?.list).toBe(true);
  });

  it("leaves a value out where other rows have an object", async () => {
    const found = await fieldsOf("a,a.b\n1,2\n", "a.csv");
    expect(found.a).toMatchObject({ include: false });
    expect(found["a.b"]).toMatchObject({ include: true });
  });
});

it("reads what there is of a gzip file that is cut off", async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => `${at},${Math.sin(at)}\n`).join("");
  const packed = gzipSync(`a,b\n${rows}`);
  const found = await detect({ name: "a.csv.gz", content: packed.subarray(0, packed.length / 2) });
  expect(found.options.gzip).toBe(true);
  expect(found.sample.length).toBe(1000);
});
