import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { UI_BUILDER_LIMITS } from "@common/limits/ui-builder";
import { type Api, openApi } from "../api";
import { BOX, SEARCH_PAGE } from "./support";

// Each bound of what the UI builder keeps, and one past it.

const { searchBoxes, searchBox, searchBoxId, pages, page, codeVersions, code, codeFiles, codePath, commit } =
  UI_BUILDER_LIMITS;
const VersionsSchema = z.object({ versions: z.array(z.looseObject({ version_id: z.string() })) });
const CountSchema = z.object({ count: z.number() });
const put = (id: string, body: unknown) => api.call("PUT", `/_uibuilder/searchbox/${id}`, body);
const ofBytes = (record: object, bytes: number) => {
  const empty = JSON.stringify({ ...record, description: "" });
  return JSON.stringify({ ...record, description: "a".repeat(bytes - Buffer.byteLength(empty)) });
};
/** Writes records into an index of the server's own, as an admin may. */
async function plant(index: string, records: readonly (readonly [id: string, source: object])[]) {
  await api.call("POST", `/${index}/_delete_by_query?refresh=true`, { query: { match_all: {} } });
  if (records.length === 0) return;
  const lines = records.map(([id, source]) => `{"index":{"_id":"${id}"}}\n${JSON.stringify(source)}\n`);
  expect((await api.call("POST", `/${index}/_bulk?refresh=true`, lines.join(""))).body).toMatchObject({
    errors: false,
  });
}

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
  expect((await put("large", ofBytes(BOX, searchBox.most))).status).toBe(200);
  expect((await put("large", ofBytes(BOX, searchBox.most + 1))).status).toBe(413);
  expect((await api.call("GET", "/_uibuilder/searchbox/large")).text).toContain("a".repeat(1_000));
});

test("searchBoxes", async () => {
  const record = (id: string) => ({ box: JSON.stringify({ ...BOX, id }), is_box: true, created_at: 1, updated_at: 1 });
  const ids = Array.from({ length: searchBoxes.most - 1 }, (_, at) => `box-${at}`);
  await plant(
    SYSTEM.featuredSuggestions.name,
    ids.map((id) => [id, record(id)]),
  );
  expect((await put("last", BOX)).status).toBe(200);
  const { status, text } = await put("more", BOX);
  expect([status, text]).toEqual([400, expect.stringContaining(`at most ${searchBoxes.most} search boxes`)]);
  expect((await put("box-0", BOX)).status).toBe(200);
  expect((await api.call("DELETE", "/_uibuilder/searchbox/box-0")).status).toBe(200);
  expect((await put("more", BOX)).status).toBe(200);
}, 60_000);

const putPage = (id: string, body: unknown, kind = "search") => api.call("PUT", `/_uibuilder/${id}/${kind}`, body);

test("page", async () => {
  expect((await putPage(randomUUID(), ofBytes(SEARCH_PAGE, page.most))).status).toBe(200);
  expect((await putPage(randomUUID(), ofBytes(SEARCH_PAGE, page.most + 1))).status).toBe(413);
});

test("pages", async () => {
  const record = { kind: "search", page: JSON.stringify(SEARCH_PAGE), created_at: 1, updated_at: 1 };
  const ids = Array.from({ length: pages.most - 1 }, () => randomUUID());
  await plant(
    SYSTEM.uiPages.name,
    ids.map((id) => [`search:${id}`, record]),
  );
  expect((await putPage(randomUUID(), SEARCH_PAGE)).status).toBe(200);
  expect(await putPage(randomUUID(), SEARCH_PAGE)).toMatchObject({
    status: 400,
    text: expect.stringContaining(`at most ${pages.most}`) as unknown,
  });
  expect((await putPage(randomUUID(), SEARCH_PAGE, "recommendation")).status).toBe(200);
  expect((await putPage(ids[0] ?? "", SEARCH_PAGE)).status).toBe(200);
  expect((await api.call("DELETE", `/_uibuilder/${ids[0]}/search`)).status).toBe(200);
  expect((await putPage(randomUUID(), SEARCH_PAGE)).status).toBe(200);
}, 60_000);

describe("code", () => {
  const id = randomUUID();
  const putCode = (body: unknown) => api.call("PUT", `/_uibuilder/${id}/code`, body);
  const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.js`, ""]));
  const codeOfBytes = (bytes: number) => {
    // In two files: one text of so many characters is refused before.
    const half = "x".repeat(bytes / 2);
    const empty = JSON.stringify({ code: { a: half, b: "" } });
    return JSON.stringify({ code: { a: half, b: "x".repeat(bytes - Buffer.byteLength(empty)) } });
  };
  beforeAll(async () => {
    await plant(SYSTEM.uiPages.name, []);
    await putPage(id, SEARCH_PAGE);
  });

  test.each<[string, number, (most: number) => unknown, number]>([
    ["code", code.most, codeOfBytes, 413],
    ["codeFiles", codeFiles.most, (most) => ({ code: files(most) }), 400],
    ["codePath", codePath.most, (most) => ({ code: { ["a".repeat(most)]: "" } }), 400],
    ["commit", commit.most, (most) => ({ code: { a: "" }, metadata: { commit: "a".repeat(most) } }), 400],
  ])("%s", async (_, most, body, refused) => {
    expect((await putCode(body(most))).status).toBe(200);
    expect((await putCode(body(most + 1))).status).toBe(refused);
  });

  test("codeVersions", async () => {
    for (let at = 0; at <= codeVersions.most; at++) await putCode({ code: { a: String(at) } });
    const { body } = await api.call("GET", `/_uibuilder/${id}/code/versions`);
    const { versions } = VersionsSchema.parse(body);
    expect(versions.length).toBe(codeVersions.most);
    expect((await api.call("GET", `/_uibuilder/${id}/code/version/1`)).status).toBe(404);
    const oldest = versions.at(-1)?.version_id ?? "";
    expect((await api.call("GET", `/_uibuilder/${id}/code/version/${oldest}`)).status).toBe(200);
    const kept = CountSchema.parse((await api.call("GET", `/${SYSTEM.uiCode.name}/_count`)).body).count;
    expect(kept).toBe(codeVersions.most + 1);
  }, 60_000);
});
