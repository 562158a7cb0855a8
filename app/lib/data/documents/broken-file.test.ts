import { expect, it } from "vitest";
import { fileEnd } from "./broken-file";

const end = (text: string, start = 0) => fileEnd(new TextEncoder().encode(text), start);

it.each([
  ["lines", '{"_id":"1","n":1}\n{"_id":"é/2","n":2}\n{"_id":"3","n', { id: "é/2", length: 39 }],
  ["lines, whole", '{"_id":"1"}\n', { id: "1", length: 12 }],
  ["an array", '[\n{"_id":"1"},\n{"_id":"2"},\n{"_i', { id: "2", length: 26 }],
])("is found: %s", (_, text, wanted) => {
  expect(end(text)).toEqual(wanted);
  expect(text.length).toBeGreaterThan(0);
});

it("counts from the beginning of the file", () => {
  expect(end('rest"}\n{"_id":"7"}\n{', 1000)).toEqual({ id: "7", length: 1019 });
});

it.each(["", "{", "[\n", '{"n":1}\n', "_id,n\n1,2\n", '{"_id":5}\n'])("is not found in %j", (text) => {
  expect(end(text)).toBeUndefined();
});

it("is not taken from a line that was read in part", () => {
  expect(end('{"_id":"1"}\n{', 500)).toBeUndefined();
});
