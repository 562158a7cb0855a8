import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, makeShoes, openApi } from "../api";

// What the request log tells whom: nobody finds, counts or reads what he may not see, nobody chooses what is logged,
// and no secret is kept.

const ListSchema = z.object({
  logs: z.array(
    z.looseObject({
      id: z.string(),
      indices: z.array(z.string()),
      request: z.looseObject({ uri: z.string(), method: z.string() }),
    }),
  ),
  total: z.number(),
});
const PercentilesSchema = z.object({ total: z.number() });

let api: Api;
const LOGS = { categories: ["logs", "analytics"], ops: ["read"], limits: { logs_limit: 100_000 } };

async function list(query = "", { as, path = "/_logs" }: { as?: string; path?: string } = {}) {
  const { status, body, text } = await api.call(
    "GET",
    `${path}?size=1000&origin=true&${query}`,
    undefined,
    as === undefined ? {} : { as },
  );
  expect(status, text).toBe(200);
  return { ...ListSchema.parse(body), text };
}

beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await makeShoes(api, "attic");
}, 60_000);
afterAll(() => api.close());

describe("system indices are in no `*`", () => {
  const HASH = "plainhash-of-somebody";
  const calls: [method: string, path: string, body?: unknown][] = [
    ["POST", "/.permissions/_search", { query: { term: { username: HASH } } }],
    ["POST", "/_msearch", `{"index":".permissions"}\n{"query":{"term":{"username":"${HASH}"}}}\n`],
    ["POST", "/_msearch", `{"index":"\\u002eusers"}\n{"query":{"term":{"username":"${HASH}"}}}\n`],
    ["POST", "/shoes/_mget", { docs: [{ _index: ".users", _id: HASH }] }],
    ["POST", "/attic/_bulk", `{"index":{"_index":".synonyms","_id":"${HASH}"}}\n{"index":"attic"}\n`],
    ["POST", "/key-holder/_search", { query: { term: { username: HASH } } }],
    ["POST", "/key*/_search", { query: { term: { username: HASH } } }],
    ["POST", "/*/_search?expand_wildcards=all", { query: { term: { username: HASH } } }],
    [
      "POST",
      "/_reindex",
      { source: { index: ".permissions", query: { term: { username: HASH } } }, dest: { index: "copied" } },
    ],
  ];

  test("an admin's calls about them, by any road, are found by admins alone", async () => {
    const aliased = await api.call("POST", "/_aliases", {
      actions: [{ add: { index: ".permissions", alias: "key-holder" } }],
    });
    expect(aliased.status, aliased.text).toBe(200);
    for (const [method, path, body] of calls) await api.call(method, path, body);
    await api.call("POST", "/_aliases", { actions: [{ remove: { index: ".permissions", alias: "key-holder" } }] });
    await api.call("DELETE", "/copied");
    const seen = await list(`text=${HASH}`);
    expect(seen.total).toBe(calls.length);
    const as = await api.credential({ ...LOGS, indices: ["*"] });
    const user = await api.call("POST", "/_user", {
      username: "log-reader",
      password: "a-quiet-owl-4",
      allowed_actions: ["develop", "analytics"],
      indices: ["*"],
    });
    expect(user.status).toBeLessThan(300);
    for (const reader of [as, `Basic ${Buffer.from("log-reader:a-quiet-owl-4").toString("base64")}`]) {
      for (const path of ["/_logs", "/_logs/search", "/shoes/_logs", "/attic/_logs"])
        expect((await list("", { as: reader, path })).text.split(HASH)[1]).toBeUndefined();
      expect((await list(`text=${HASH}`, { as: reader })).total).toBe(0);
      for (const { id } of seen.logs)
        expect((await api.call("GET", `/_log/${id}`, undefined, { as: reader })).status).toBe(404);
      const count = async (by: string | undefined) =>
        PercentilesSchema.parse(
          (
            await api.call(
              "GET",
              "/_logs/percentiles?route=POST%20/:index/_search",
              undefined,
              by === undefined ? {} : { as: by },
            )
          ).body,
        ).total;
      expect((await count(undefined)) - (await count(reader))).toBe(4);
    }
  }, 30_000);
});

describe("nothing that a caller sends decides whether a call is logged", () => {
  const asked: [what: string, path: string, headers: Record<string, string>][] = [
    ["a category of streams", "/_user?n=1", { "X-Request-Category": "streams" }],
    ["the mark of an endpoint", "/_user?n=2", { "X-Endpoint-Call": "1" }],
    ["a method of another name", "/_user?n=3", { "X-HTTP-Method-Override": "OPTIONS" }],
    ["a slash at the end", "/_user/?n=4", {}],
    ["escapes", "/%5fuser?n=5", {}],
    ["a client of its own", "/_user?n=6", { "X-Search-Client": "none", "User-Agent": "", "X-Request-Id": "x" }],
  ];
  test.each(asked)("%s", async (_, path, headers) => {
    const username = `maker-${/n=(\d)/.exec(path)?.[1]}`;
    const { status } = await api.call(
      "POST",
      path,
      { username, password: "a-quiet-owl-5", allowed_actions: ["develop"] },
      { headers },
    );
    const isMade = (await api.call("GET", `/_user/${username}`)).status === 200;
    expect(
      (await list(`text=${username}`)).logs.some(({ request }) => request.method === "POST"),
      `${status}`,
    ).toBe(isMade);
    expect((await list(`text=${username}`)).text).not.toContain("a-quiet-owl-5");
  });

  test("a key for tokens, and a second factor: that they were, without what they said", async () => {
    await api.call("PUT", "/_public_key", { public_key: "bm90aGluZw==" });
    await api.call("POST", "/_user/_second_factor/_begin", { code: "123456" });
    const { logs } = await list("");
    for (const uri of ["/_public_key", "/_user/_second_factor/_begin"])
      expect(logs.find(({ request }) => request.uri === uri)?.request).toMatchObject({ body: "" });
  });

  test("halves of pairs, which an engine refuses", async () => {
    await api.call(
      "POST",
      "/shoes/_search",
      `{"query":{"match":{"name":"halfpair${"\u{1f45f}".slice(0, 1)}"}}}${" ".repeat(10)}`,
    );
    await api.call(
      "POST",
      "/shoes/_search",
      `{"query":{"match":{"name":"longpair"}},"x":"${"a".repeat(1_000_000 - 51)}${"\u{1f45f}".repeat(4)}"}`,
    );
    expect((await list("text=halfpair&bodies=false")).total).toBe(1);
    expect((await list("text=longpair&bodies=false")).total).toBe(1);
  });
});

describe("secrets are kept nowhere", () => {
  const WORD = "sesame-open-now";
  const body = JSON.stringify({
    query: [
      {
        id: "a",
        endpoint: {
          url: `/shoes/_search?api_key=${WORD}`,
          method: "POST",
          headers: { Authorization: WORD },
          body: { password: WORD },
        },
      },
    ],
    settings: { recordAnalytics: true, userId: "sesame" },
  });
  const calls: [method: string, path: string, body?: unknown][] = [
    ["POST", "/shoes/_reactivesearch", body],
    [
      "POST",
      "/shoes/_reactivesearch",
      `{"query":[{"id":"s","type":"search","dataField":["name"],"value":"boot"},${body.slice(10, body.indexOf("],"))}],"settings":{"recordAnalytics":true}}`,
    ],
    ["PUT", "/attic/_doc/secret?refresh=true", { deep: [{ "Pass\u0057ord": WORD, api_key: [WORD] }] }],
    ["PUT", "/attic/_doc/escaped?refresh=true", `{"\\u0070assword":"${WORD}"}`],
    ["POST", "/attic/_search", { query: { match_all: {} }, size: 100 }],
    ["POST", "/attic/_bulk", `{"index":{"_id":"s2"}}\n{"client_secret":"${WORD}"}\n`],
    ["GET", `/attic/_search?q=password:${WORD}`],
    ["GET", `/attic/_search?ignored=1&access_token=${WORD}`],
    ["POST", "/attic/_search", `{"password":{"a":"${WORD}"`],
  ];

  /** What stands around the word, wherever it does. */
  const placesOf = (text: string) =>
    text
      .split(WORD)
      .slice(0, -1)
      .map((before) => before.slice(-120));

  test("in no record, stage or analytics, for nobody", async () => {
    for (const [method, path, sent] of calls)
      await api.call(method, path, sent, {
        headers: { Cookie: `a=${WORD}`, "X-Api-Key": WORD, Referer: `https://x.test/?token=${WORD}` },
      });
    const { logs, text } = await list("");
    expect(placesOf(text)).toEqual([]);
    expect(text).toContain("***");
    for (const { id, request } of logs.filter(({ request: { uri } }) => uri.includes("_reactivesearch")).slice(0, 5)) {
      expect(request).toBeDefined();
      expect((await api.call("GET", `/_log/${id}`)).text).not.toContain(WORD);
    }
    const kept = await api.call("POST", "/.analytics,.logs/_search", { size: 1000 });
    expect(kept.status, kept.text).toBe(200);
    expect(kept.text).toContain("recordAnalytics");
    expect(placesOf(kept.text)).toEqual([]);
    await api.call("DELETE", "/attic/_doc/secret");
    await api.call("DELETE", "/attic/_doc/escaped");
  }, 30_000);
});

describe("who may see one index learns of no other", () => {
  const INDICES = ["shoes", "attic", "films", "films-2024"];
  const READERS = [["shoes"], ["attic"], ["film*"], ["films-2024"], ["shoes", "attic"], ["s*s", "films"]];
  const words: { word: string; indices: string[]; path: string }[] = [];
  let seed = 7;
  const next = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
  const pick = <Value>(list: readonly Value[]): Value => list[next(list.length)] as Value;
  const admits = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) =>
      new RegExp(`^${pattern.replace(/\*/g, ".*")}${pattern.endsWith("*") ? "" : "(-.*)?"}$`).test(name),
    );

  /** Makes a call about one index in its path and others beside it, with a word of its own. */
  async function callAbout(word: string): Promise<{ indices: string[]; path: string }> {
    const [a, b] = [pick(INDICES), pick(INDICES)];
    const query = { query: { match: { name: word } } };
    const endpoint = (url: string) => ({ query: [{ id: "q", endpoint: { url, method: "POST", body: query } }] });
    const forms: [path: string, body: unknown, indices: string[]][] = [
      [`/${a}/_search`, query, [a]],
      [`/${a},${b}/_search`, query, [a, b]],
      [`/${a}/_msearch`, `{}\n${JSON.stringify(query)}\n`, [a]],
      [`/${a}/_msearch`, `{"index":["${b}"]}\n${JSON.stringify(query)}\n`, [a, b]],
      [`/${a}/_msearch`, `{"\\u0069ndex":"${b.replace("s", "\\u0073")}"}\n${JSON.stringify(query)}\n`, [a, b]],
      [`/${a}/_mget`, { docs: [{ _index: b, _id: word }] }, [a, b]],
      [`/${a}/_bulk`, `{"create":{"_index":"${b}","_id":"${word}"}}\n{"name":"${word}"}\n`, [a, b]],
      [`/${a}/_reactivesearch`, { query: [{ id: "q", dataField: ["name"], value: word }] }, [a]],
      [`/${a}/_reactivesearch`, { query: [{ id: "q", dataField: ["name"], value: word, index: b }] }, [a, b]],
      [`/${a}/_reactivesearch`, endpoint(`/${b}/_search`), [a, b, "?"]],
      [`/${a}/_search?q=${word}`, undefined, [a]],
      [`/_msearch`, `{"index":"${b}"}\n${JSON.stringify(query)}\n`, ["*", b]],
    ];
    const [path, body, indices] = pick(forms);
    await api.call("POST", path, body);
    return { indices, path };
  }

  test("by search, filter, count, figure, sort or export", async () => {
    for (const index of ["films", "films-2024"]) await makeShoes(api, index);
    for (let n = 0; n < 60; n++) {
      const word = `zq${n.toString(36)}marker`;
      words.push({ word, ...(await callAbout(word)) });
    }
    for (const patterns of READERS) {
      const as = await api.credential({ ...LOGS, indices: patterns });
      for (const index of INDICES.filter((name) => admits(patterns, name))) {
        const shown = await list("", { as, path: `/${index}/_logs` });
        for (const record of shown.logs)
          expect(
            record.indices.every((name) => admits(patterns, name)),
            `${patterns.join()} ${record.indices.join()}`,
          ).toBe(true);
        const slowest = await list("", { as, path: `/${index}/_logs/search` });
        for (const { word, indices, path } of words) {
          const isOpen = indices.every((name) => admits(patterns, name));
          if (!isOpen)
            expect(`${shown.text}${slowest.text}`, `${patterns.join()} ${indices.join()}`).not.toContain(word);
          // Words are found where they are shown, and counted where they are found.
          for (const text of [word, word.slice(0, 5)]) {
            const found = await list(`text=${text}`, { as, path: `/${index}/_logs` });
            for (const { request } of found.logs)
              if (text === word) expect(isOpen || request.uri.includes(word)).toBe(true);
            if (text === word && !isOpen) expect(found.total).toBe(0);
            if (text === word && isOpen && path.split(/[/,]/).includes(index))
              expect(found.total, `${word} ${indices.join()}`).toBe(1);
          }
          if (!isOpen)
            expect(
              (await api.call("GET", `/${index}/_logs/percentiles?text=${word}`, undefined, { as })).body,
            ).toMatchObject({ total: 0 });
        }
        const total = (await list("", { as, path: `/${index}/_logs` })).total;
        expect(
          PercentilesSchema.parse((await api.call("GET", `/${index}/_logs/percentiles`, undefined, { as })).body).total,
        ).toBe(total);
        expect(
          (await api.call("GET", `/_analytics/${index}/request-distribution`, undefined, { as })).body,
        ).toMatchObject({ total_requests: total });
      }
    }
  }, 180_000);
});
