import { expect, it } from "vitest";
import { plainReason, readBulkReply } from "./bulk.server";

it.each([
  [
    "failed to parse field [population] of type [long] in document with id '1'. Preview of field's value: 'n/a'",
    'For input string: "n/a"',
    "population",
    "“n/a” is not a whole number",
  ],
  [
    "failed to parse field [n] of type [integer] in document with id '1'. Preview of field's value: '3000000000'",
    "Value [3000000000] is out of range for an integer",
    "n",
    "“3000000000” is too large for its type",
  ],
  [
    "failed to parse field [at] of type [geo_point]",
    "illegal latitude value [194.2] for at",
    "at",
    "latitude 194.2 is out of range",
  ],
  [
    "object mapping for [a] tried to parse field [a] as object, but found a concrete value",
    "",
    "a",
    "is an object in this index, but the row has a plain value",
  ],
  ["Limit of total fields [1000] has been exceeded", "", null, "the index would have more than 1000 fields, its limit"],
  ["failed to parse", "something deep inside", null, "something deep inside"],
])("%s", (reason, cause, field, words) => {
  expect(plainReason({ type: "mapper_parsing_exception", reason, cause })).toEqual({ field, reason: words });
});

it("reads one outcome per row", () => {
  const items = [
    { index: { status: 201, result: "created" } },
    { index: { status: 200, result: "updated" } },
    { index: { status: 429, error: { type: "es_rejected_execution_exception", reason: "full" } } },
    { index: { status: 400, error: { type: "mapper_parsing_exception", reason: "no" } } },
    { index: { status: 404, error: { type: "index_not_found_exception", reason: "no such index" } } },
  ];
  expect(
    readBulkReply({ text: JSON.stringify({ took: 1, errors: true, items }), rows: 5 })?.map((outcome) => outcome.kind),
  ).toEqual(["created", "updated", "again", "failed", "stop"]);
});

it("does not take half an answer, or another answer, for a reply", () => {
  expect(readBulkReply({ text: '{"took":1,"errors":false,"items":[]}', rows: 1 })).toBeNull();
  expect(readBulkReply({ text: '{"took":1,"err', rows: 1 })).toBeNull();
  expect(readBulkReply({ text: "<html>", rows: 1 })).toBeNull();
});
