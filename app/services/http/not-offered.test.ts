import { expect, it } from "vitest";
import { isNotOffered, isNotTold, saysNotOffered } from "./not-offered.server";

it.each<[status: number, detail: string | undefined, cause: string | undefined, isSaid: boolean]>([
  [405, undefined, undefined, true],
  [400, "elastic: Error 400 (Bad Request)", undefined, true],
  [400, "elastic: Error 400 (Bad Request)", "unsupported", true],
  [400, "elastic: Error 400 (Bad Request)", "mapper_parsing_exception", false],
  [400, "elastic: Error 400 (Bad Request): no such field [type=parsing_exception]", undefined, false],
  [400, "Invalid index name [_rules], must not start with '_'.", undefined, true],
  [400, "no handler found for uri [/_x] and method [GET]", undefined, true],
  [400, "Document mapping type name can't start with '_', found: [_disk_usage]", undefined, true],
  [400, "numberOfDays must be between 1 and 365", undefined, false],
  [400, undefined, undefined, false],
  [404, "user not found", undefined, false],
  [500, "elastic: Error 400 (Bad Request)", undefined, false],
])("%i %s, cause %s: %s", (status, detail, cause, isSaid) => {
  expect(saysNotOffered({ status, detail, cause })).toBe(isSaid);
});

it("a 404 of a call that names nothing is one too", () => {
  expect(isNotOffered({ kind: "status", status: 404 })).toBe(true);
  expect(isNotOffered({ kind: "not-offered", status: 400 })).toBe(true);
  // The client has looked at the words, and at the engine's reason beside them.
  expect(isNotOffered({ kind: "status", status: 400 })).toBe(false);
  expect(isNotOffered({ kind: "status", status: 500 })).toBe(false);
});

it("what the rights of a user do not cover is not told him either", () => {
  expect(isNotTold({ kind: "not-allowed", status: 401 })).toBe(true);
  expect(isNotTold({ kind: "not-offered", status: 400 })).toBe(true);
  expect(isNotTold({ kind: "status", status: 400 })).toBe(false);
});
