import { afterEach, describe, expect, it } from "vitest";
import { playServer, testContext } from "../../../../tests/setup/console";
import { createClient } from "~/services/http/client.server";
import { writerOf } from "~/services/http/client.server";
import { aliasesOf, keepNames } from "./aliases.server";

type Indices = Record<string, { uuid: string; aliases: string[] }>;
let server: Awaited<ReturnType<typeof playServer>>;
afterEach(() => server.close());

/** A server that has these indices, and takes aliases. */
async function serverWith(indices: Indices, { refuses = false } = {}) {
  const reached = (name: string) => Object.entries(indices).filter(([index, { aliases }]) => index === name || aliases.includes(name));
  const answer = (name: string, value: (one: Indices[string]) => object) => {
    const found = reached(name);
    return found.length === 0 ? { status: 404, body: {} } : { body: Object.fromEntries(found.map(([index, one]) => [index, value(one)])) };
  };
  server = await playServer(({ path, body }) => {
    const [, name = "", call] = path.split("/").map(decodeURIComponent);
    if (path === "/_aliases") {
      if (refuses) return { status: 403, body: { error: { message: "no" } } };
      const { actions } = JSON.parse(body) as { actions: { add: { index: string; alias: string } }[] };
      for (const { add } of actions) indices[add.index]?.aliases.push(add.alias);
      return { body: { acknowledged: true } };
    }
    if (call === "_settings") return answer(name, ({ uuid }) => ({ settings: { index: { uuid } } }));
    return answer(name, ({ aliases }) => ({ aliases: Object.fromEntries(aliases.map((alias) => [alias, {}])) }));
  });
  return writerOf(createClient({ baseUrl: server.url, token: "dTpw", context: testContext({ SEARCH_URL: server.url }) }));
}

describe("names after a re-index in place", () => {
  it("that the server dropped are set again", async () => {
    const indices: Indices = { films_reindexed_1: { uuid: "new", aliases: ["films"] }, other: { uuid: "o", aliases: ["taken"] } };
    const http = await serverWith(indices);
    expect(await keepNames(http, { source: "films", aliases: ["movies", "shop", "taken"], before: "old" })).toBe(2);
    expect(indices["films_reindexed_1"]?.aliases).toEqual(["films", "movies", "shop"]);
    // What stands for another index is left to it.
    expect(indices["other"]?.aliases).toEqual(["taken"]);
    expect(await aliasesOf(http, "films")).toEqual(["films", "movies", "shop"]);
  });

  it("its own is found by another one and set again", async () => {
    const indices: Indices = { films_reindexed_2: { uuid: "new", aliases: ["shop"] } };
    const http = await serverWith(indices);
    expect(await keepNames(http, { source: "films", aliases: ["films", "shop"], before: "old" })).toBe(1);
    expect(indices["films_reindexed_2"]?.aliases).toEqual(["shop", "films"]);
  });

  it("are left alone while the index of before has them, and where nothing is missing", async () => {
    const before = await serverWith({ films: { uuid: "old", aliases: ["shop"] } });
    expect(await keepNames(before, { source: "films", aliases: ["shop"], before: "old" })).toBeNull();
    await server.close();
    const whole = await serverWith({ films_reindexed_1: { uuid: "new", aliases: ["films", "shop"] } });
    expect(await keepNames(whole, { source: "films", aliases: ["shop"], before: "old" })).toBe(0);
    expect(server.seen.filter(({ path }) => path === "/_aliases")).toEqual([]);
  });

  it("that cannot be set are told", async () => {
    const http = await serverWith({ films_reindexed_1: { uuid: "new", aliases: ["films"] } }, { refuses: true });
    await expect(keepNames(http, { source: "films", aliases: ["shop"], before: "old" })).rejects.toThrow(/dropped the names shop/);
  });
});
