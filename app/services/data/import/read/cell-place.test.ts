import { expect, it } from "vitest";
import type { Plan } from "../types";
import { valuePlace } from "./cell-place.server";

const plan = (format: "csv" | "ndjson", columns: string[] = []): Pick<Plan, "options" | "columns"> => ({
  options: { format, encoding: "utf-8", gzip: false, delimiter: ";", header: true },
  columns,
});

it.each([
  ["a cell", plan("csv", ["a", "b", "c"]), "x;bad;y", "b", "bad"],
  ["the last cell", plan("csv", ["a", "b"]), "x;bad", "b", "bad"],
  ["a quoted cell with separators", plan("csv", ["a", "b"]), '"1;""2""";bad', "a", '"1;""2"""'],
  ["an empty cell", plan("csv", ["a", "b"]), "x;", "b", null],
  ["a cell behind the cut", plan("csv", ["a", "b"]), '"x;y', "b", null],
  ["an unknown column", plan("csv", ["a"]), "x", "z", null],
  ["a value of JSON", plan("ndjson"), '{"a":1,"n":"bad"}', "n", '"bad"'],
  ["an inner value", plan("ndjson"), '{"by":{"age":"bad"}}', "by.age", '"bad"'],
  ["a name with a dot", plan("ndjson"), '{"by.age":"bad"}', "by.age", '"bad"'],
  ["a value in a list of objects", plan("ndjson"), '{"by":[{"age":"bad"}]}', "by.age", '[{"age":"bad"}]'],
  ["JSON that is cut off", plan("ndjson"), '{"n":"bad","t":"xxx', "n", '"bad"'],
  ["no JSON", plan("ndjson"), "nothing", "n", null],
])("finds %s", (_name, given, text, field, value) => {
  const place = valuePlace({ text, field, plan: given });
  expect(place && text.slice(place.from, place.to)).toBe(value);
});
