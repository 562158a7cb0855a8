import { expect, it } from "vitest";
import { saysNotOffered } from "./not-offered";

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
