import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader } from "~/routes/search-relevance/rules/new";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// A new rule as a hit's menu begins it: filled in, and saved by nobody.

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/a%2F1?refresh=true", { title: "Alien" });
}, 60_000);
afterAll(() => backend.close());

async function begun(query: Record<string, string>) {
  const asked = new URLSearchParams(query).toString();
  const opened = await openScreen<typeof loader>(`rules/new?${asked}`, { backend });
  expect(opened).toOpen();
  expect((await backend.call("GET", "/_rules")).body).toEqual([]);
  const values = opened.data?.page.values;
  return (
    values && { ...values, promoted: values.promoted.map(({ json, position }) => [json.includes("Alien"), position]) }
  );
}
const words = "it's alien";

it("has the words, the index and the document at its place", async () => {
  const found = { query: words, indices: "films", promoted: [[true, "3"]], hide: [] };
  expect(await begun({ words, index: "films", pin: "a/1", place: "3" })).toMatchObject(found);
});

it("is tried at once with the words, and goes into the draft first, also after another button", async () => {
  const at = `rules/new?${new URLSearchParams({ words: "alien", index: "films", pin: "a/1", place: "1" }).toString()}`;
  const opened = await openScreen<typeof loader>(at, { backend });
  expect(opened.data?.page).toMatchObject({ draftFirst: true, tried: { q: "alien", test: { ok: true } } });
  const tried = opened.data?.page.tried.test;
  expect(tried?.ok === true && tried.value.rows.map(({ title, mark }) => [title, mark])).toEqual([
    ["Alien", "promoted"],
  ]);
  const plain = await openScreen<typeof loader>("rules/new?words=alien&index=films", { backend });
  expect(plain.data?.page).toMatchObject({ draftFirst: false, tried: { q: "alien", test: null } });
});

it("hides one", async () => {
  expect(await begun({ words, index: "films", hide: "a/1" })).toMatchObject({ hide: ["a/1"], promoted: [] });
});

it.each([
  ["a document that is not there", { words, index: "films", pin: "none" }],
  ["one of an index that is not there", { words, index: "none", pin: "a/1" }],
  ["no words and no index", { pin: "a/1" }],
  ["a place that is none", { words, index: "films", place: "-4" }],
])("takes %s for nothing to promote", async (_what, query) => {
  expect(await begun(query)).toMatchObject({ promoted: [] });
});
