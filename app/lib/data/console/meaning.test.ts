import { expect, it } from "vitest";
import { asksFirst, indexOfRequest, rightOf } from "./meaning";

it.each([
  ["/films", "indices:write", "films"],
  ["/films/_doc/1", "documents:write", "films"],
  ["/films/film/1", "documents:write", "films"],
  ["/films/_settings", "indices:write", "films"],
  ["/films/_cache/clear", "indices:write", "films"],
  ["/films%20new/_doc", "documents:write", "films new"],
  ["/films,books/_close", "indices:write", undefined],
  ["/films-*/_delete_by_query", "documents:write", undefined],
  ["/_all/_close", "indices:write", undefined],
  ["/_bulk", "documents:write", undefined],
  ["/_user/ann", "users:write", undefined],
  ["/_permission", "credentials:write", undefined],
  ["/_storedquery/top", "stored-queries:write", undefined],
  ["/_cache/evict", "cache:write", undefined],
  ["/_cluster/settings", "tasks:write", undefined],
  ["/_ingest/pipeline/x", "tasks:write", undefined],
  ["/arc/subscription", "billing:write", undefined],
  ["/_nobody_knows", "indices:write", undefined],
] as const)("%s takes %s and is about %s", (path, right, index) => {
  expect([rightOf({ path }), indexOfRequest({ path })]).toEqual([right, index]);
});

it.each([
  ["DELETE", "/films", null, /deletes the index/],
  ["DELETE", "/films/_doc/1", null, /cannot be restored/],
  ["POST", "/films/_delete_by_query", "{}", /deletes every document/],
  ["POST", "/films/_update_by_query", "{}", /changes every document/],
  ["POST", "/films/_close", null, /answers no search/],
  ["POST", "/films/_bulk", '{"index":{}}\n{}\n{"delete":{"_id":"1"}}\n', /delete documents/],
  ["POST", "/films/_bulk", '{"index":{}}\n{"title":"delete"}\n', null],
  ["POST", "/films/_doc", "{}", null],
  ["PUT", "/films", null, null],
] as const)("%s %s with %s asks first: %s", (method, path, body, why) => {
  const said = asksFirst({ method, path, body });
  if (why === null) expect(said).toBeNull();
  else expect(said).toMatch(why);
});
