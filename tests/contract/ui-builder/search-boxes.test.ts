import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { type Api, makeShoes, openApi } from "../api";
import { BOX } from "./support";

const at = (id: string) => `/_uibuilder/searchbox/${id}`;
const LIST = "/_uibuilder/searchboxes";
const TimesSchema = z.looseObject({ created_at: z.number().int(), updated_at: z.number().int() });
const ListSchema = z.array(z.looseObject({ id: z.string() }));
const SearchedSchema = z.object({
  suggestions: z.object({ hits: z.object({ hits: z.array(z.looseObject({ value: z.string() })) }) }),
});

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

const get = (id: string) => api.call("GET", at(id));
const put = (id: string, box: unknown) => api.call("PUT", at(id), box);
const ids = async () => ListSchema.parse((await api.call("GET", LIST)).body).map(({ id }) => id);
const boxWith = (featured: object, more: object = {}) => ({
  ...BOX,
  ...more,
  searchbox: { ...BOX.searchbox, featured: { ...BOX.searchbox.featured, ...featured } },
});
/** Puts a record's last write this many seconds back, as an admin may. */
const aged = (id: string, secondsAgo: number) =>
  api.call("POST", `/${SYSTEM.featuredSuggestions.name}/_update/${id}?refresh=true`, {
    doc: { updated_at: Math.floor(Date.now() / 1000) - secondsAgo },
  });

describe("a search box", () => {
  test("is given back as it was sent, markup, code and unknown members too", async () => {
    const sent = { ...BOX, own: { deep: [{ "x-y": "<i>" }] }, big: "BIG" };
    const text = JSON.stringify(sent).replace('"BIG"', "12345678901234567890.125");
    const kept = await put("shop_box", text);
    expect([kept.status, kept.body]).toEqual([200, expect.objectContaining({ ...BOX, id: "shop_box" })]);
    const read = await get("shop_box");
    expect(read.body).toMatchObject({ ...BOX, own: sent.own });
    expect(read.text).toContain('"big":12345678901234567890.125');
    expect(read.headers["content-type"]).toContain("application/json");
  });

  test("has its times in seconds: when it was made stays, whatever is sent", async () => {
    const now = Math.floor(Date.now() / 1000);
    const first = TimesSchema.parse((await put("timed", { ...BOX, created_at: 1, updated_at: 1 })).body);
    expect(Math.abs(first.created_at - now)).toBeLessThan(60);
    await aged("timed", 5_000);
    expect(TimesSchema.parse((await put("timed", BOX)).body).created_at).toBe(first.created_at);
    expect(TimesSchema.parse((await get("timed")).body).updated_at).toBeGreaterThanOrEqual(first.updated_at);
  });

  test("is listed, hidden or not, and gone once it is deleted", async () => {
    await put("listed", BOX);
    await put("unseen", { ...BOX, hidden: true });
    expect(await ids()).toEqual(expect.arrayContaining(["listed", "unseen"]));
    expect((await api.call("DELETE", at("listed"))).body).toMatchObject({ code: 200 });
    expect(await ids()).not.toContain("listed");
    for (const method of ["GET", "DELETE"])
      expect(await api.call(method, at("listed"))).toMatchObject({ status: 404, body: { error: { code: 404 } } });
  });

  test("of one writer stands in the place of another's, as a whole", async () => {
    const all = Array.from({ length: 6 }, (_, n) => ({ ...BOX, description: `by ${n}` }));
    const kept = await Promise.all(all.map((box) => put("raced", box)));
    expect(kept.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(all.map(({ description }) => description)).toContain(
      z.looseObject({ description: z.string() }).parse((await get("raced")).body).description,
    );
  });

  test("that is sent with local=true is told as kept, and is not", async () => {
    expect((await api.call("PUT", `${at("elsewhere")}?local=true`, BOX)).body).toMatchObject({ id: "elsewhere" });
    expect((await api.call("DELETE", `${at("shop_box")}?local=true`)).status).toBe(200);
    expect([(await get("elsewhere")).status, (await get("shop_box")).status]).toEqual([404, 200]);
  });

  test("that has not changed is not sent again", async () => {
    const first = await get("shop_box");
    const etag = first.headers["etag"] ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await api.call("GET", at("shop_box"), undefined, { headers: { "If-None-Match": etag } });
    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", etag]);
    await put("shop_box", { ...BOX, description: "another" });
    const changed = await api.call("GET", at("shop_box"), undefined, { headers: { "If-None-Match": etag } });
    expect([changed.status, changed.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
  });
});

describe("is refused", () => {
  test.each(["ab", "a%20b%20c", "a%2Fb", "caf%C3%A9", "a.b.c", "%3Cscript%3E"])("under the ID %s", async (id) => {
    expect((await put(id, BOX)).status).toBe(400);
    expect((await get(id)).status).toBe(404);
  });

  const { searchbox } = BOX;
  const changed = (part: object) => ({ ...BOX, searchbox: { ...searchbox, ...part } });
  test.each<[string, unknown]>([
    ["no JSON", "{"],
    ["a list", []],
    ["nothing", {}],
    ["without a credential", boxWith({ design: { credentials: " " } })],
    ["hidden as a word", { ...BOX, hidden: "yes" }],
    ["popular of no index", changed({ popular: { ...searchbox.popular, index: " , " } })],
    ["popular, too many", changed({ popular: { ...searchbox.popular, size: 11 } })],
    ["popular, too often", changed({ popular: { ...searchbox.popular, minCount: 1_001 } })],
    ["popular, less than no letters", changed({ popular: { ...searchbox.popular, minChars: -1 } })],
    ["popular, an index as a list", changed({ popular: { ...searchbox.popular, index: ["books"] } })],
    ["recent, too many", changed({ recent: { ...searchbox.recent, size: 11 } })],
    ["recent, too many letters", changed({ recent: { ...searchbox.recent, minChars: 11 } })],
    ["recent, a part of a hit", changed({ recent: { ...searchbox.recent, minHits: 0.5 } })],
    [
      "an endpoint with another method",
      changed({ endpoint: { endpoint: { url: "https://x.test", method: "TRACE" } } }),
    ],
    ["an endpoint without an address", changed({ endpoint: { endpoint: { url: "", method: "GET" } } })],
    ["an endpoint that predicts nothing", changed({ endpoint: { maxPredictedWords: 0 } })],
    [
      "sections of one ID",
      boxWith({
        layout: {
          sections: [
            { id: "a", suggestions: [] },
            { id: "a", suggestions: [] },
          ],
        },
      }),
    ],
    [
      "a suggestion that runs a script",
      boxWith({ layout: { sections: [{ id: "a", suggestions: [{ label: "x", url: "javascript:alert(1)" }] }] } }),
    ],
  ])("%s", async (_, box) => {
    const reply = await put("refused", box);
    expect([reply.status, reply.body]).toEqual([400, { error: expect.objectContaining({ code: 400 }) as unknown }]);
    expect((await get("refused")).status).toBe(404);
  });

  test("not where popular suggestions are off: they need no index then", async () => {
    const design = { ...searchbox.featured.design, enablePopularSuggestions: false };
    const box = boxWith({ design });
    expect(
      (await put("without-popular", { ...box, searchbox: { ...box.searchbox, popular: { index: "" } } })).status,
    ).toBe(200);
  });
});

describe("its featured suggestions", () => {
  const group = (id: string) => `/_featured_suggestions_group/${id}`;
  const SECTIONS = [{ id: "later", label: "Later", suggestions: [{ label: "Sandals" }] }];

  async function suggested(searchboxId: string): Promise<string[]> {
    const query = {
      id: "suggestions",
      type: "suggestion",
      value: "",
      dataField: ["name"],
      enableFeaturedSuggestions: true,
      enableIndexSuggestions: false,
      searchboxId,
    };
    const reply = await api.call("POST", "/shoes/_reactivesearch", { query: [query] });
    return SearchedSchema.parse(reply.body).suggestions.hits.hits.map(({ value }) => value);
  }

  test("are those of its group, and are found by a search that names it", async () => {
    await put("with-group", BOX);
    expect((await api.call("GET", group("with-group"))).body).toMatchObject({
      sections: BOX.searchbox.featured.layout.sections,
    });
    expect(await suggested("with-group")).toEqual(["new"]);
  });

  test("changed by their own call are changed in the box, and the rest of it stays", async () => {
    await put("by-group", BOX);
    expect((await api.call("PUT", group("by-group"), { sections: SECTIONS })).status).toBe(200);
    expect((await get("by-group")).body).toMatchObject({
      description: BOX.description,
      searchbox: {
        featured: {
          design: BOX.searchbox.featured.design,
          layout: { maxSuggestionsPerSection: 3, sections: SECTIONS },
        },
      },
    });
    expect(await suggested("by-group")).toEqual(["Sandals"]);
    expect((await api.call("DELETE", group("by-group"))).status).toBe(200);
    expect((await api.call("DELETE", group("by-group"))).status).toBe(404);
    expect((await get("by-group")).body).toMatchObject({ searchbox: { featured: { layout: { sections: [] } } } });
  });

  test("that were there before the box become its own, unless it says others", async () => {
    await api.call("PUT", group("before"), { sections: SECTIONS });
    expect([(await get("before")).status, (await api.call("DELETE", at("before"))).status]).toEqual([404, 404]);
    expect(await ids()).not.toContain("before");
    const { design } = BOX.searchbox.featured;
    const without = { ...BOX, searchbox: { ...BOX.searchbox, featured: { design } } };
    expect((await put("before", without)).body).toMatchObject({
      searchbox: { featured: { layout: { sections: SECTIONS } } },
    });
    expect((await put("before", without)).body).toMatchObject({
      searchbox: { featured: { layout: { sections: SECTIONS } } },
    });
    expect((await put("before", boxWith({ layout: { sections: [] } }))).body).toMatchObject({
      searchbox: { featured: { layout: { sections: [] } } },
    });
    expect(await suggested("before")).toEqual([]);
  });

  test("go with the box", async () => {
    await put("gone", BOX);
    await api.call("DELETE", at("gone"));
    expect((await api.call("GET", group("gone"))).body).toEqual({ id: "gone", sections: [] });
  });
});

describe("what a preview left behind", () => {
  const DAY = 86_400;

  test("goes after a day, with the next list or save, and nothing else does", async () => {
    await put("preview-old", { ...BOX, hidden: true });
    await put("preview-new", { ...BOX, hidden: true });
    await put("was-shown", BOX);
    await put("was-shown", { ...BOX, hidden: true });
    await put("shown-later", { ...BOX, hidden: true });
    await put("shown-later", BOX);
    await api.call("PUT", "/_featured_suggestions_group/had-group", { sections: [{ id: "a", suggestions: [] }] });
    await put("had-group", { ...BOX, hidden: true });
    for (const id of ["preview-old", "was-shown", "shown-later", "had-group"]) await aged(id, DAY + 60);
    await aged("preview-new", DAY - 60);
    const left = await ids();
    expect(left).not.toContain("preview-old");
    expect(left).toEqual(expect.arrayContaining(["preview-new", "was-shown", "shown-later", "had-group"]));
    await aged("preview-new", DAY + 60);
    await put("another", BOX);
    expect((await get("preview-new")).status).toBe(404);
  });
});
