import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader } from "~/routes/analytics/no-results-searches";
import { keepStockNote } from "~/services/analytics/fixes/stock-notes.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// What searches without results can be fixed by: near terms, asked for their results, and notes.

let backend: TestBackend;
const env = {};
const at = "films";
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", `/${at}/_doc/1`, { title: "Batman returns" });
  await backend.call("PUT", `/${at}/_doc/2?refresh=true`, { title: "Midnight carriage" });
  const searches: [string, number, number][] = [
    ["batman", 1, 3],
    ["catwoman", 4, 1],
    ["batmna", 0, 2],
    ["midnigt carriage", 0, 1],
    ["catwomen", 0, 1],
    ["midnight", 0, 1],
    ["zzz", 0, 1],
  ];
  for (const [query, hits, times] of searches)
    for (let n = 0; n < times; n += 1)
      await backend.call("PUT", `/${at}/_analytics/search`, { query, user_id: `u${n}`, total_hits: hits });
  await backend.call("POST", "/.analytics/_refresh");
});
afterAll(() => backend.close());

const open = (as: Parameters<typeof openScreen>[1]["as"] = "admin") =>
  openScreen<typeof loader>("no-results-searches", { backend, at, as, env });

async function fixesFor(as?: Parameters<typeof openScreen>[1]["as"]) {
  const { data, thrown } = await open(as);
  const { fixes } = data ?? {};
  if (!fixes) throw new Error("no fixes", { cause: thrown });
  const near = "later" in fixes.near ? await fixes.near.later : fixes.near;
  return { ...fixes, near: near.ok ? near.value : {} };
}

describe("fixes of searches without results", () => {
  it("are near terms with the results that they have, and the searches that they would have fixed", async () => {
    const { near } = await fixesFor();
    expect(near["batmna"]).toEqual({
      proposals: [{ term: "batman", results: 1, withSynonym: 1, visitors: 0 }],
      ...{ results: 0, inDraft: null, searches: 2 },
    });
    // Out of the texts of the index; nobody searched for it.
    expect(near["midnigt carriage"]?.proposals).toEqual([
      { term: "midnight carriage", results: 1, withSynonym: 1, visitors: 0 },
    ]);
    // What was found once and is found no more is no proposal.
    expect(near["catwomen"]?.proposals).toEqual([]);
    expect(near["zzz"]).toMatchObject({ proposals: [], results: 0, searches: 1 });
    // It would be found today.
    expect(near["midnight"]).toMatchObject({ results: 1 });
  });

  it("are what is close in spelling, then what enough of the same visitors searched for next", async () => {
    const journeys: [user: string, queries: [string, number][]][] = [
      ...["nia", "ola"].map((user): [string, [string, number][]] => [
        user,
        [
          ["dark hero", 0],
          ["batman", 3],
        ],
      ]),
      ...["pia", "qi"].map((user): [string, [string, number][]] => [
        user,
        [
          ["batmna", 0],
          ["midnight carriage", 1],
        ],
      ]),
      // Two of nine is no sign of what was meant.
      ...["r0", "r1", "r2", "r3", "r4", "r5", "r6"].map((user): [string, [string, number][]] => [user, [["dusk", 0]]]),
      ...["s0", "s1"].map((user): [string, [string, number][]] => [
        user,
        [
          ["dusk", 0],
          ["batman", 3],
        ],
      ]),
    ];
    for (const [user, queries] of journeys)
      for (const [query, hits] of queries)
        await backend.call("PUT", `/${at}/_analytics/search`, { query, user_id: user, total_hits: hits });
    await backend.call("POST", "/.analytics/_refresh");
    const { near } = await fixesFor();
    expect(near["dark hero"]).toEqual({
      proposals: [{ term: "batman", results: 1, withSynonym: 1, visitors: 2 }],
      ...{ results: 0, inDraft: null, searches: 2 },
    });
    expect(near["batmna"]?.proposals.map(({ term, visitors }) => [term, visitors])).toEqual([
      ["batman", 0],
      ["midnight carriage", 2],
    ]);
    expect(near["dusk"]?.proposals).toEqual([]);
  });

  it("are of an index that is chosen where all are shown", async () => {
    const { data } = await openScreen<typeof loader>("/cluster/no-results-searches", { backend, env });
    expect(data).toMatchObject({ fixes: null, ways: { fixIn: ["films"] } });
    expect((await open()).data?.ways.fixIn).toEqual([]);
  });

  it("leave out proposals for who may not search the index, and forms that he may not open", async () => {
    const { near, hasRules, hasSynonyms } = await fixesFor({ actions: ["analytics"] });
    expect(near["batmna"]?.proposals).toEqual([]);
    expect({ hasRules, hasSynonyms }).toEqual({ hasRules: false, hasSynonyms: false });
    expect(await fixesFor()).toMatchObject({ hasRules: true, hasSynonyms: true });
  });

  it("are counted as a visitor sees them: rules act on the search that they are for, and on no other", async () => {
    const rule = {
      name: "Zzz",
      trigger: { type: "filter", expression: `'${at}' in $index and $query == 'zzz'` },
      actions: [{ type: "promote_result", data: [{ doc: { _id: "2" }, position: 1 }] }],
    };
    const made = (await backend.call("POST", "/_rule", rule)).body as { id: string };
    const { near } = await fixesFor();
    expect([near["zzz"]?.results, near["catwomen"]?.results, near["batmna"]?.results]).toEqual([1, 0, 0]);
    await backend.call("DELETE", `/_rule/${made.id}`);
  });

  it("count no search of their own", async () => {
    await fixesFor();
    const { near } = await fixesFor();
    expect(near["batmna"]?.searches).toBe(4);
  });
});

describe("a note that a term is not in stock", () => {
  const send = (form: Record<string, string>, where: { at?: string } = { at }) =>
    openScreen("no-results-searches?sort=name&order=asc", { backend, ...where, env, form });

  it("stays beside its term, is changed, and goes", async () => {
    const sent = await send({ intent: "keep-stock-note", term: "zzz", note: " Sold out " });
    expect(sent.flash).toBe("zzz is marked as not in stock.");
    expect(sent.response?.headers.get("Location")).toContain("/app/films/no-results-searches?sort=name");
    expect((await fixesFor()).notes["zzz"]).toMatchObject({ note: "Sold out" });
    await send({ intent: "keep-stock-note", term: "zzz", note: "Gone" });
    expect((await fixesFor()).notes).toMatchObject({ zzz: { note: "Gone" } });
    await send({ intent: "forget-stock-note", term: "zzz" });
    expect((await fixesFor()).notes).toEqual({});
  });

  it("belongs to one index of one server, and has bounds", async () => {
    expect((await send({ intent: "keep-stock-note", term: "zzz", note: "x" }, {})).status).toBe(400);
    expect((await send({ intent: "other", term: "zzz" })).status).toBe(400);
    expect((await send({ intent: "keep-stock-note", term: "zzz", note: "x".repeat(201) })).flash).toContain(
      "not saved",
    );
    expect((await send({ intent: "keep-stock-note", term: "", note: "x" })).flash).toContain("not saved");
    const { config } = testContext();
    const of = { server: "s", index: "full", note: "", person: "ada" };
    const kept = Array.from({ length: 1001 }, (_, n) => keepStockNote(config, { ...of, term: `t${n}` }));
    expect(kept.filter(Boolean)).toHaveLength(1000);
    expect(keepStockNote(config, { ...of, term: "t0", note: "again" })).toBe(true);
    expect(keepStockNote(config, { ...of, index: "other", term: "t0" })).toBe(true);
  });
});
