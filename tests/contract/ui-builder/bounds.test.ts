import { afterAll, beforeAll, expect, test } from "vitest";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import { type Api, openApi } from "../api";
import { BOX } from "./support";

// Each bound of what the UI builder keeps, and one past it.

const { searchBoxes, searchBox, searchBoxId } = UI_BUILDER_LIMITS;
const put = (id: string, body: unknown) => api.call("PUT", `/_uibuilder/searchbox/${id}`, body);
const ofBytes = (bytes: number) => {
  const empty = JSON.stringify({ ...BOX, description: "" });
  return JSON.stringify({ ...BOX, description: "a".repeat(bytes - Buffer.byteLength(empty)) });
};

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

test("searchBoxId", async () => {
  expect((await put("a".repeat(searchBoxId.most), BOX)).status).toBe(200);
  expect((await put("a".repeat(searchBoxId.most + 1), BOX)).status).toBe(400);
});

test("searchBox", async () => {
  expect((await put("large", ofBytes(searchBox.most))).status).toBe(200);
  expect((await put("large", ofBytes(searchBox.most + 1))).status).toBe(413);
  expect((await api.call("GET", "/_uibuilder/searchbox/large")).text).toContain("a".repeat(1_000));
});

test("searchBoxes", async () => {
  const index = SYSTEM.featuredSuggestions.name;
  await api.call("POST", `/${index}/_delete_by_query?refresh=true`, { query: { match_all: {} } });
  const record = (id: string) => ({ box: JSON.stringify({ ...BOX, id }), is_box: true, created_at: 1, updated_at: 1 });
  const lines = Array.from(
    { length: searchBoxes.most - 1 },
    (_, at) => `{"index":{"_id":"box-${at}"}}\n${JSON.stringify(record(`box-${at}`))}\n`,
  );
  expect((await api.call("POST", `/${index}/_bulk?refresh=true`, lines.join(""))).body).toMatchObject({
    errors: false,
  });
  expect((await put("last", BOX)).status).toBe(200);
  const { status, text } = await put("more", BOX);
  expect([status, text]).toEqual([400, expect.stringContaining(`at most ${searchBoxes.most} search boxes`)]);
  expect((await put("box-0", BOX)).status).toBe(200);
  expect((await api.call("DELETE", "/_uibuilder/searchbox/box-0")).status).toBe(200);
  expect((await put("more", BOX)).status).toBe(200);
}, 60_000);
