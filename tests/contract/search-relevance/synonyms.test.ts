import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, basic, makeShoes, openApi } from "../api";
import { waitedMs } from "../../setup/busy";

const RecordsSchema = z.array(z.object({ _id: z.string(), type: z.string(), synonym: z.string(), index: z.string() }));
const EQUIVALENT = { type: "equivalent", synonym: "boot,bootee" };
const ONE_WAY = { type: "one-way", synonym: "slipper, flip flop => sandal" };

let api: Api;

beforeAll(async () => {
  api = await openApi();
  for (const index of ["shoes", "hats"]) await makeShoes(api, index);
}, 60_000);
afterAll(() => api.close());

const put = (index: string, body: unknown, as?: string) =>
  api.call("PUT", `/_synonym/${index}`, body, as === undefined ? {} : { as });
const list = (index: string, as?: string) =>
  api.call("GET", `/_synonyms/${index}`, undefined, as === undefined ? {} : { as });
const remove = (path: string, as?: string) => api.call("DELETE", path, undefined, as === undefined ? {} : { as });
const refused = (code: number, status: string, message: unknown) => ({ error: { code, status, message } });

describe("synonyms of an index", () => {
  test("are put as a list, listed, changed by their id, and deleted", async () => {
    expect([(await list("shoes")).status, (await list("shoes")).body]).toEqual([202, []]);
    const made = await put("shoes", [EQUIVALENT, { ...ONE_WAY, index: "shoes" }]);
    const records = RecordsSchema.parse(made.body);
    expect([made.status, records]).toEqual([
      202,
      [EQUIVALENT, ONE_WAY].map((one) => ({ _id: expect.stringMatching(/./), ...one, index: "shoes" })),
    ]);
    expect((await list("shoes")).body).toEqual(records);
    const [first] = records;
    expect((await put("shoes", [{ ...first, synonym: "boot, bootee ,wellington" }])).body).toEqual([
      { ...first, synonym: "boot, bootee ,wellington" },
    ]);
    expect((await list("shoes")).body).toHaveLength(2);
    expect((await list("hats")).body).toEqual([]);
    const gone = await remove(`/_synonym/${first?._id ?? ""}`);
    expect([gone.status, gone.body]).toEqual([
      202,
      { _id: first?._id, acknowledge: true, message: expect.any(String) },
    ]);
    expect((await remove(`/_synonym/${first?._id ?? ""}`)).body).toEqual(
      refused(404, "Not Found", "synonym not found"),
    );
    expect((await remove("/_synonyms/shoes")).body).toEqual({ code: 200, status: "OK", message: expect.any(String) });
    expect((await list("shoes")).body).toEqual([]);
    expect((await remove("/_synonyms/shoes")).status).toBe(200);
  });

  test("may have ids of the caller's, each in one index alone", async () => {
    expect((await put("shoes", [{ ...EQUIVALENT, _id: "mine / ü" }])).body).toEqual([
      { ...EQUIVALENT, _id: "mine / ü", index: "shoes" },
    ]);
    expect((await put("hats", [{ ...EQUIVALENT, _id: "mine / ü" }])).body).toEqual(
      refused(400, "Bad Request", "synonym mine / ü is one of another index"),
    );
    expect((await remove("/_synonym/mine%20%2F%20%C3%BC")).status).toBe(202);
    expect((await api.call("PUT", "/_synonym/shoes?local=true", [EQUIVALENT])).status).toBe(202);
    expect((await list("shoes")).body).toEqual([]);
  });

  test.each([
    ["Can't parse request body", "no json"],
    ["Can't parse request body", EQUIVALENT],
    ["Can't parse request body", [["boot,bootee"]]],
    ["Can't parse request body", [{ ...EQUIVALENT, synonym: ["boot", "bootee"] }]],
    ["synonym 2: type must be equivalent or one-way", [EQUIVALENT, { synonym: "a,b" }]],
    ["synonym 1: type must be equivalent or one-way", [{ type: "both", synonym: "a,b" }]],
    ["synonym 1: synonym must be words between commas, as in sofa,couch", [{ type: "equivalent" }]],
    ["synonym 1: synonym must be words between commas, as in sofa,couch", [{ type: "equivalent", synonym: "boot" }]],
    ["synonym 1: synonym must be words between commas, as in sofa,couch", [{ type: "equivalent", synonym: "a,,b" }]],
    ["synonym 1: synonym must be words between commas, as in sofa,couch", [{ type: "equivalent", synonym: "a => b" }]],
    [
      "synonym 1: synonym must be words for others, as in tv,telly => television",
      [{ type: "one-way", synonym: "a,b" }],
    ],
    [
      "synonym 1: synonym must be words for others, as in tv,telly => television",
      [{ type: "one-way", synonym: "a => " }],
    ],
    [
      "synonym 1: synonym must be words for others, as in tv,telly => television",
      [{ type: "one-way", synonym: "a => b => c" }],
    ],
    ["synonym 1: synonym must be one line", [{ type: "equivalent", synonym: "a,b\nc,d" }]],
    [
      "synonym 1: synonym must not be longer than 5000 letters",
      [{ type: "equivalent", synonym: `a,${"b".repeat(5_000)}` }],
    ],
    ["synonym 1: index must be that of the path", [{ ...EQUIVALENT, index: "hats" }]],
    ["synonym 1: _id must be a name of at most 512 bytes", [{ ...EQUIVALENT, _id: "a".repeat(513) }]],
    ["synonym 1: _id must be a name of at most 512 bytes", [{ ...EQUIVALENT, _id: "../x" }]],
    [
      "synonym 2: _id is that of another one in the call",
      [EQUIVALENT, EQUIVALENT].map((one) => ({ ...one, _id: "same" })),
    ],
  ])("refused (%#): %s", async (message, body) => {
    const reply = await put("shoes", body);
    expect([reply.status, reply.body]).toEqual([400, refused(400, "Bad Request", message)]);
    expect((await list("shoes")).body).toEqual([]);
  });

  test.each(["nowhere", "*", "shoes,hats", "_all"])("%s is no index", async (index) => {
    for (const reply of [await put(index, [EQUIVALENT]), await remove(`/_synonyms/${index}`)])
      expect([reply.status, reply.body]).toEqual([400, refused(400, "Bad Request", "Invalid index name")]);
  });

  test("five thousand of them", async () => {
    // By their ids, for what was too slow is done again.
    const many = Array.from({ length: 5_000 }, (_, place) => ({
      _id: `many-${place}`,
      type: "equivalent",
      synonym: `word${String(place).padStart(5, "0")},other${place}`,
    }));
    const stored = async () => expect((await put("hats", many)).status).toBe(202);
    expect(await waitedMs(stored, 2_000)).toBeLessThan(2_000);
    expect(RecordsSchema.parse((await list("hats")).body).map(({ synonym }) => synonym)).toEqual(
      many.map(({ synonym }) => synonym),
    );
    expect((await remove("/_synonyms/hats")).status).toBe(200);
    expect((await list("hats")).body).toEqual([]);
  });

  test("stay with the name when the index is made anew or deleted", async () => {
    await makeShoes(api, "caps");
    await put("caps", [EQUIVALENT]);
    expect((await api.call("POST", "/_reindex/caps", {})).status).toBe(200);
    await put("caps_reindexed_1", [ONE_WAY]);
    expect((await list("caps")).body).toMatchObject([
      { ...EQUIVALENT, index: "caps" },
      { ...ONE_WAY, index: "caps" },
    ]);
    await api.call("DELETE", "/caps_reindexed_1");
    expect((await list("caps")).body).toHaveLength(2);
    expect((await put("caps", [EQUIVALENT])).status).toBe(400);
    expect((await remove("/_synonyms/caps")).status).toBe(200);
    expect((await remove("/_synonyms/caps")).status).toBe(400);
  });

  test("want the right to them, and to their index", async () => {
    await put("hats", [{ ...EQUIVALENT, _id: "hat" }]);
    const writer = await api.credential({
      categories: ["synonyms"],
      indices: ["shoes"],
      ops: ["read", "write", "delete"],
    });
    const reader = await api.credential({ categories: ["synonyms"], indices: ["shoes"], ops: ["read"] });
    const stranger = await api.credential({
      categories: ["searchrelevancy", "search"],
      indices: ["*"],
      ops: ["read", "write", "delete"],
    });
    const statuses = [
      await list("shoes", reader),
      await put("shoes", [EQUIVALENT], reader),
      await list("hats", reader),
      await put("shoes", [{ ...EQUIVALENT, _id: "own" }], writer),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([202, 401, 401, 202]);
    const others = [
      await put("hats", [EQUIVALENT], writer),
      await remove("/_synonym/hat", writer),
      await remove("/_synonyms/hats", writer),
      await list("shoes", stranger),
    ];
    expect(others.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect((await remove("/_synonym/own", writer)).status).toBe(202);
    expect((await list("hats")).body).toHaveLength(1);
    await remove("/_synonyms/hats");
  });

  test("can be listed by a search of their index, as other clients do", async () => {
    await put("shoes", [EQUIVALENT, ONE_WAY]);
    const query = [
      { id: "index", type: "term", dataField: ["index.keyword"], value: ["shoes"], execute: false },
      { id: "type", type: "term", dataField: ["type.keyword"], value: "one-way", execute: false },
      { id: "rows", dataField: ["synonym"], value: "sandal", react: { and: ["index", "type"] } },
    ];
    const found = await api.call("POST", "/.synonyms/_reactivesearch", { query });
    expect(found.body).toMatchObject({
      rows: { hits: { total: { value: 1 }, hits: [{ _source: { ...ONE_WAY, index: "shoes" } }] } },
    });
    const ops = ["read"];
    const listed = async (fields: object, index = ".synonyms", body: object = { query }) =>
      (
        await api.call("POST", `/${index}/_reactivesearch`, body, {
          as: await api.credential({ ops, indices: ["*"], categories: ["synonyms", "reactivesearch"], ...fields }),
        })
      ).status;
    expect(await listed({})).toBe(200);
    expect(await listed({ indices: ["shoes"] })).toBe(401);
    expect(await listed({ categories: ["reactivesearch", "search"] })).toBe(401);
    for (const index of [".users", ".syn*", ".synonyms,.users", "shoes,.synonyms", "<.synonyms>", ".searchrelevancy"])
      expect(await listed({}, index), index).toBe(401);
    expect(await listed({}, ".synonyms", { query: [{ id: "a", index: ".users", dataField: ["username"] }] })).toBe(401);
    const docs = await api.credential({
      categories: ["docs", "search", "synonyms", "reactivesearch"],
      indices: ["*"],
      ops: ["read", "write", "delete"],
    });
    for (const [method, path] of [
      ["PUT", "/.synonyms/_doc/1"],
      ["GET", "/.synonyms/_search"],
      ["DELETE", "/.synonyms"],
    ] as const)
      expect((await api.call(method, path, method === "PUT" ? {} : undefined, { as: docs })).status, path).toBe(401);
    await remove("/_synonyms/shoes");
  });
});

describe("synonyms put in force by a client", () => {
  const USER = basic("wordsmith", "quiet-owl-7");
  const analysis = (synonyms: string[]) => ({
    analysis: {
      filter: { synonym_graph: { type: "synonym_graph", synonyms } },
      analyzer: { synonyms: { tokenizer: "standard", filter: ["synonym_graph", "lowercase"] } },
    },
  });
  const finds = async (index: string, value: string) => {
    const { body, text } = await api.call("POST", `/${index}/_reactivesearch`, {
      query: [{ id: "a", dataField: ["name.synonyms"], value }],
    });
    return z.object({ a: z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) }) }, text).parse(body).a
      .hits.total.value;
  };

  test.each(["worded", "worded-again"])(
    "%s: close, settings, open, by a user with the right to indices",
    async (index) => {
      await api.call("POST", "/_user", {
        username: "wordsmith",
        password: "quiet-owl-7",
        email: "w@example.org",
        allowed_actions: ["search-relevancy"],
        indices: ["worded*"],
      });
      const properties = { name: { type: "text", fields: { synonyms: { type: "text", analyzer: "synonyms" } } } };
      await api.call("PUT", `/${index}`, { settings: analysis(["boot,bootee"]), mappings: { properties } });
      await api.call("PUT", `/${index}/_doc/1?refresh=true`, { name: "Snow boot" });
      if (index === "worded-again") expect((await api.call("POST", `/_reindex/${index}`, {})).status).toBe(200);
      expect([await finds(index, "bootee"), await finds(index, "wellington")]).toEqual([1, 0]);
      expect((await put(index, [{ type: "equivalent", synonym: "boot,wellington" }], USER)).status).toBe(202);
      for (const [method, path, body] of [
        ["POST", `/${index}/_close`, undefined],
        ["PUT", `/${index}/_settings`, analysis(["boot,wellington"])],
        ["POST", `/${index}/_open`, undefined],
      ] as const) {
        const reply = await api.call(method, path, body, { as: USER });
        expect([reply.status, reply.body], path).toEqual([200, expect.objectContaining({ acknowledged: true })]);
        // Closed or open, its synonyms can be read and written.
        expect([(await list(index, USER)).status, (await put(index, [], USER)).status], path).toEqual([202, 202]);
      }
      expect(await finds(index, "wellington")).toBe(1);
      expect((await api.call("POST", "/shoes/_close", undefined, { as: USER })).status).toBe(401);
    },
  );
});
