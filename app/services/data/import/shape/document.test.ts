import { expect, it } from "vitest";
import { documentBuilder } from "./document.server";
import type { FieldPlan, FieldType, Plan } from "../types";

const field = (name: string, type: FieldType, more: Partial<FieldPlan> = {}): FieldPlan => ({
  name,
  type,
  useCase: "none",
  dateFormat: "iso",
  list: false,
  include: true,
  ...more,
});

function plan(format: "csv" | "ndjson", fields: FieldPlan[], idField: string | null = null): Plan {
  return {
    options: { format, encoding: "utf-8", gzip: false, delimiter: ",", header: true },
    columns: fields.map((each) => each.name),
    fields,
    idField,
  };
}

function build(given: Plan, lines: string[]) {
  const rows = documentBuilder(given)(
    lines.map((line, at) => ({ row: at + 1, line: at + 2, column: 1, raw: Buffer.from(line), problem: null })),
  );
  return rows.map((row) => row.document?.source ?? [row.problem?.field, row.problem?.reason]);
}

it("writes CSV cells as their types ask, every digit kept", () => {
  const fields = [
    field("n", "long"),
    field("d", "double"),
    field("when", "date", { dateFormat: "MMM d yyyy" }),
    field("at", "geo_point"),
    field("ok", "boolean"),
  ];
  expect(
    build(plan("csv", fields), [
      '9007199254740993,1.10000000000000000001,Jun 7 1998,"41.90, 12.5",Yes',
      "+5,.5,,null,",
    ]),
  ).toEqual([
    '{"n":9007199254740993,"d":1.10000000000000000001,"when":"1998-06-07","at":"41.90,12.5","ok":true}',
    '{"n":5,"d":0.5,"when":null,"at":null,"ok":null}',
  ]);
});

it("reads numbers in the format of their field, and JSON's own numbers as they are", () => {
  const fields = [field("n", "double", { numberFormat: "1.299,00" }), field("w", "long", { numberFormat: "1,299.00" })];
  expect(build(plan("csv", fields), ['"12.345.678.901.234.567,8901 €","$1,299"', '"[1,5]",', "5 %,-"])).toEqual([
    '{"n":12345678901234567.8901,"w":1299}',
    '{"n":[1,5],"w":null}',
    ["w", "“-” is not a whole number like 1,299.00"],
  ]);
  expect(build(plan("ndjson", fields), ['{"n":1.234,"w":"1,299"}', '{"n":"1.234","w":7}'])).toEqual([
    '{"n":1.234,"w":1299}',
    '{"n":1234,"w":7}',
  ]);
});

it("nests dotted columns, makes lists, leaves excluded columns out", () => {
  const fields = [
    field("a.b", "text"),
    field("x", "text", { include: false }),
    field("a.c.d", "long"),
    field("tags", "keyword"),
    field("o", "object"),
  ];
  expect(build(plan("csv", fields), ['v,gone,1,"[red, ""b, c""]","{""k"": 12345678901234567890}"'])).toEqual([
    '{"a":{"b":"v","c":{"d":1}},"tags":["red","b, c"],"o":{"k": 12345678901234567890}}',
  ]);
});

it("says field and value of a cell that does not fit", () => {
  const fields = [field("n", "long"), field("at", "geo_point"), field("when", "date"), field("i", "integer")];
  expect(
    build(plan("csv", fields), [
      "n/a,,,",
      '1,"194.2,3",,',
      "1,,2024-02-30,",
      "1,,,3000000000",
      "1,2",
      "99999999999999999999,,,",
    ]),
  ).toEqual([
    ["n", "“n/a” is not a whole number"],
    ["at", "latitude 194.2 is out of range"],
    ["when", "“2024-02-30” is not a date like 2024-03-31 or 2024-03-31T18:30:00Z"],
    ["i", "“3000000000” is too large for an integer"],
    [null, "expected 4 columns, found 2"],
    ["n", "“99999999999999999999” is too large for a long"],
  ]);
});

it("hands untouched JSON rows on letter by letter, on one line", () => {
  const row = '{"n": 12345678901234567890, "price": 1.10,\n "t": "a\\nb"}';
  expect(build(plan("ndjson", [field("price", "double"), field("t", "text")]), [row])).toEqual([
    row.replace("\n", " "),
  ]);
});

it("changes JSON rows where the plan asks for it, and only there", () => {
  const fields = [
    field("secret", "text", { include: false }),
    field("when", "date", { dateFormat: "dd.MM.yyyy" }),
    field("n", "long"),
    field("by.age", "long"),
  ];
  expect(
    build(plan("ndjson", fields), [
      '{"secret":1,"big":12345678901234567890,"when":"31.01.2024","n":"17","by":{"age":" ","x":[1,{"y":2}]}}',
    ]),
  ).toEqual(['{"big":12345678901234567890,"when":"2024-01-31","n":17,"by":{"age":null,"x":[1,{"y":2}]}}']);
});

it("tells why a JSON row is none, with its place", () => {
  expect(
    build(plan("ndjson", [field("n", "long")]), ['{"n": tru}', "[1]", '{"n":{"x":1}}', '{"n":1,\n"m" 2}', '{"n":"x"}']),
  ).toEqual([
    [null, "unexpected word or character (column 7)"],
    [null, "an object was expected, found a list (column 1)"],
    ["n", "is an object, not a whole number"],
    [null, "a colon was expected (line 6, column 5)"],
    ["n", "“x” is not a whole number"],
  ]);
});

it("takes the id from a column, also when it is not stored, and refuses an empty one", () => {
  const csv = documentBuilder(plan("csv", [field("id", "keyword", { include: false }), field("a", "text")], "id"));
  const rows = csv(
    [" k 1 ,x", ",y", `${"z".repeat(600)},x`].map((line, at) => ({
      row: at + 1,
      line: at + 1,
      column: 1,
      raw: Buffer.from(line),
      problem: null,
    })),
  );
  expect(rows.map((row) => [row.document?.id, row.problem?.reason.slice(0, 8)])).toEqual([
    ["k 1", undefined],
    [undefined, "is empty"],
    [undefined, "is longe"],
  ]);
  const json = documentBuilder(plan("ndjson", [], "by.id"));
  expect(
    json([{ row: 1, line: 1, column: 1, raw: Buffer.from('{"by":{"id":12345678901234567890}}'), problem: null }])[0]
      ?.document?.id,
  ).toBe("12345678901234567890");
});
