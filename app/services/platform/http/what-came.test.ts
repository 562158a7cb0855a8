import type { JsonValue } from "@common/text/json";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../../tests/engines/generate/random";
import { together, whatCameOf } from "./what-came";

const shards = { total: 2, successful: 2, failed: 0 };
const refused = { type: "document_parsing_exception", reason: "failed to parse field [price]" };
const item = (status: number) => ({
  index: { _id: "1", status, ...(status >= 400 ? { error: refused } : { result: "created" }) },
});
const query = (more: Record<string, JsonValue> = {}) => ({
  total: 2_000,
  updated: 2_000,
  version_conflicts: 0,
  failures: [],
  timed_out: false,
  ...more,
});

describe("all that was asked for", () => {
  test.each<[string, JsonValue | undefined]>([
    ["acknowledged", { acknowledged: true, shards_acknowledged: false }],
    ["a document", { _id: "1", result: "created", _shards: shards }],
    ["a bulk", { errors: false, items: [item(201), item(200)] }],
    ["an empty bulk", { errors: false, items: [] }],
    ["by query", query()],
    ["by query, nothing to do", query({ total: 0, updated: 0 })],
    ["a message", { code: 200, message: "credential is updated" }],
    [
      "a success under the name of an error",
      { error: { code: 200, status: "OK", message: "Sync preferences saved successfully" } },
    ],
    ["a task", { task: "n:1" }],
    ["aliases", { acknowledged: true, errors: false }],
    ["no JSON", "ok"],
    ["nothing", undefined],
    ["tasks cancelled", { nodes: {} }],
  ])("%s", (_, body) => expect(whatCameOf(body)).toEqual({ kind: "all" }));
});

describe("less than was asked for", () => {
  test.each<[string, JsonValue, "part" | "nothing", RegExp]>([
    ["not acknowledged", { acknowledged: false }, "nothing", /did not confirm/],
    [
      "a bulk refused in part",
      { errors: true, items: [item(201), item(400)] },
      "part",
      /^1 of 2 operations were refused: failed to parse field \[price\]\./,
    ],
    [
      "a bulk refused",
      { errors: true, items: [item(400), item(400)] },
      "nothing",
      /^All 2 operations were refused: failed/,
    ],
    ["a bulk that does not say that it has errors", { errors: false, items: [item(400), item(201)] }, "part", /1 of 2/],
    ["a bulk that does not say which", { errors: true, items: [] }, "part", /some of it/],
    [
      "conflicts",
      query({ updated: 1_685, version_conflicts: 315 }),
      "part",
      /^Only 1,685 of 2,000 documents were processed: 315 had been changed meanwhile\.$/,
    ],
    [
      "failures",
      query({ updated: 0, failures: [{ cause: refused, id: "1" }] }),
      "nothing",
      /^None of 2,000 documents was processed: 1 failed: failed to parse/,
    ],
    ["out of time", query({ updated: 400, timed_out: true }), "part", /400 of 2,000.*ran out of time/],
    ["out of time, all done", query({ timed_out: true }), "part", /ran out of time/],
    ["cancelled", query({ updated: 5, canceled: "by user request" }), "part", /cancelled by user request/],
    ["a delete by query", { total: 5, deleted: 0, version_conflicts: 5, failures: [] }, "nothing", /None of 5/],
    [
      "alias actions",
      {
        acknowledged: true,
        errors: true,
        action_results: [{ status: 200 }, { status: 404, error: { reason: "missing" } }],
      },
      "part",
      /1 of 2 actions.*missing/,
    ],
    [
      "shards",
      { _shards: { total: 2, successful: 1, failed: 1, failures: [{ reason: { type: "x", reason: "disk" } }] } },
      "part",
      /1 of 2 shards failed/,
    ],
    ["all shards", { _shards: { total: 1, successful: 0, failed: 1 } }, "nothing", /1 of 1 shard failed/],
    [
      "an error in a 200",
      { error: { type: "x", reason: "no such thing" }, status: 400 },
      "nothing",
      /refused it: no such thing/,
    ],
    ["a code in a 200", { code: 403, status: "Forbidden", message: "not allowed" }, "nothing", /403.*not allowed/],
    ["tasks", { nodes: {}, task_failures: [{ reason: { reason: "gone" } }] }, "part", /1 node or task/],
    [
      "several",
      { responses: [{ status: 200 }, { status: 404, error: { reason: "no index" } }] },
      "part",
      /1 of 2 requests.*no index/,
    ],
    ["not succeeded", { succeeded: false }, "nothing", /did not/],
    [
      "a snapshot",
      { snapshot: { state: "PARTIAL", shards: { total: 3, successful: 2, failed: 1 } } },
      "part",
      /1 of 3 shards/,
    ],
  ])("%s", (_, body, kind, says) => {
    expect(whatCameOf(body)).toEqual({ kind, message: expect.stringMatching(says) as string });
  });
});

test("bulks of any shape: as many as were refused", () => {
  const random = randomFrom(3);
  for (let round = 0; round < 500; round++) {
    const items = Array.from({ length: 1 + random.below(50) }, () => ({
      [random.pick(["index", "create", "update", "delete"])]: {
        _id: "x",
        status: random.pick([200, 201, 404, 409, 429, 500]),
      },
    }));
    const count = items.filter((one) => Object.values(one).some(({ status }) => status >= 400)).length;
    const came = whatCameOf({ took: 1, errors: random.chance(0.5) || count > 0, items });
    if (count > 0) expect(came.kind).toBe(count === items.length ? "nothing" : "part");
    if (count > 0 && count < items.length)
      expect(came).toMatchObject({
        message: expect.stringContaining(`${count} of ${items.length} operation`) as string,
      });
  }
});

test("several calls are one change", () => {
  const [all, part, nothing] = [
    { kind: "all" } as const,
    { kind: "part", message: "a." } as const,
    { kind: "nothing", message: "b." } as const,
  ];
  expect(together([])).toEqual(all);
  expect(together([all, all])).toEqual(all);
  expect(together([all, nothing])).toEqual({ kind: "part", message: "b." });
  expect(together([nothing, nothing])).toEqual(nothing);
  expect(together([nothing, part])).toEqual({ kind: "part", message: "b. a." });
});
