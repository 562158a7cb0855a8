import { expect, test } from "vitest";
import { engineError } from "./engine-errors";

function answer(status: number, error: unknown) {
  return engineError({ status, contentType: "application/json", body: JSON.stringify({ error, status }) });
}

test("the engine's refusal becomes the one sentence, its place kept as the cause", () => {
  const root = { type: "parsing_exception", reason: "unknown query [nope]", line: 1, col: 18 };
  const error = answer(400, { root_cause: [root], ...root });
  expect(error.message).toBe("elastic: Error 400 (Bad Request): unknown query [nope] [type=parsing_exception]");
  expect(error.detail).toEqual({ type: "parsing_exception", reason: "unknown query [nope]", line: 1, column: 18 });
});

test("what a shard said is not lost behind `all shards failed`", () => {
  const reason = { type: "illegal_argument_exception", reason: "Text fields are not optimised" };
  const error = answer(400, {
    type: "search_phase_execution_exception",
    reason: "all shards failed",
    root_cause: [reason],
    failed_shards: [{ reason }],
  });
  expect(error.message).toBe(
    "elastic: Error 400 (Bad Request): all shards failed [type=search_phase_execution_exception]",
  );
  expect(error.detail).toEqual(reason);
});

test("answers without a type give the bare sentence", () => {
  expect(answer(404, undefined).message).toBe("elastic: Error 404 (Not Found)");
});

test("a change by query that was stopped says by what", () => {
  const cause = {
    type: "cluster_block_exception",
    reason: "index [films] blocked by: [FORBIDDEN/8/index write (api)];",
  };
  const body = JSON.stringify({ took: 3, deleted: 0, failures: [{ index: "films", id: "1", cause, status: 403 }] });
  const error = engineError({ status: 403, contentType: "application/json", body });
  expect(error.message).toBe(`elastic: Error 403 (Forbidden): ${cause.reason} [type=cluster_block_exception]`);
  expect(error.detail).toEqual(cause);
});

test("settings of the wrong shape are the caller's fault", () => {
  expect(answer(500, { type: "settings_exception", reason: "Failed to load settings" }).status).toBe(400);
});
