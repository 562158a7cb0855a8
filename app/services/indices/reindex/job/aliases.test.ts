import { afterEach, describe, expect, it } from "vitest";
import { playServer, testContext } from "../../../../../tests/setup/console";
import { createClient } from "~/services/platform/http/client.server";
import { writerOf } from "~/services/platform/http/client.server";
import { keepNames, readAliases } from "./aliases.server";
import { progressSchema } from "./progress.server";

type Indices = Record<string, { uuid: string; aliases: Record<string, object> }>;
let server: Awaited<ReturnType<typeof playServer>>;
afterEach(() => server.close());

/** A server that has these indices, and takes aliases. */
async function serverWith(indices: Indices, { refuses = false } = {}) {
  const reached = (name: string) =>
    Object.entries(indices).filter(([index, { aliases }]) => index === name || name in aliases);
  const answer = (name: string, value: (one: Indices[string]) => object) => {
    const found = reached(name);
    return found.length === 0
      ? { status: 404, body: {} }
      : { body: Object.fromEntries(found.map(([index, one]) => [index, value(one)])) };
  };
  server = await playServer(({ path, body }) => {
    const [, name = "", call] = path.split("/").map(decodeURIComponent);
    if (path === "/_aliases") {
      if (refuses) return { status: 403, body: { error: { message: "no" } } };
      const { actions } = JSON.parse(body) as { actions: { add: { index: string; alias: string } }[] };
      for (const { add } of actions) {
        const { index, alias, ...definition } = add;
        Object.assign(indices[index]?.aliases ?? {}, { [alias]: definition });
      }
      return { body: { acknowledged: true } };
    }
    if (call === "_settings") return answer(name, ({ uuid }) => ({ settings: { index: { uuid } } }));
    return answer(name, ({ aliases }) => ({ aliases }));
  });
  return writerOf(
    createClient({ baseUrl: server.url, token: "dTpw", context: testContext({ SEARCH_URL: server.url }) }),
  );
}

const FILTER_TEXT = '{"filter":{"term":{"shop":9007199254740993}}}';

describe("names after a re-index in place", () => {
  it("that the server dropped are set again", async () => {
    const indices: Indices = {
      films_reindexed_1: { uuid: "new", aliases: { films: {} } },
      other: { uuid: "o", aliases: { taken: {} } },
    };
    const http = await serverWith(indices);
    expect(
      await keepNames(http, { source: "films", aliases: { movies: "{}", shop: "{}", taken: "{}" }, before: "old" }),
    ).toBe(2);
    expect(indices["films_reindexed_1"]?.aliases).toEqual({ films: {}, movies: {}, shop: {} });
    // What stands for another index is left to it.
    expect(indices["other"]?.aliases).toEqual({ taken: {} });
    expect(await readAliases(http, "films")).toEqual({ films: "{}", movies: "{}", shop: "{}" });
  });

  it("its own is found by another one and set again", async () => {
    const indices: Indices = { films_reindexed_2: { uuid: "new", aliases: { shop: {} } } };
    const http = await serverWith(indices);
    expect(await keepNames(http, { source: "films", aliases: { films: "{}", shop: "{}" }, before: "old" })).toBe(1);
    expect(indices["films_reindexed_2"]?.aliases).toEqual({ shop: {}, films: {} });
  });

  it("come back with their filters, digits kept, and get them again where the server moved the name alone", async () => {
    const http = await serverWith({
      films_reindexed_1: { uuid: "new", aliases: { films: {}, own: { is_hidden: true } } },
    });
    const aliases = { films: FILTER_TEXT, shop: FILTER_TEXT, own: '{"is_hidden":false}' };
    expect(await keepNames(http, { source: "films", aliases, before: "old" })).toBe(2);
    const [sent] = server.seen.filter(({ path }) => path === "/_aliases");
    expect(sent?.body).toBe(
      `{"actions":[{"add":{${FILTER_TEXT.slice(1, -1)},"index":"films_reindexed_1","alias":"films"}},{"add":{${FILTER_TEXT.slice(1, -1)},"index":"films_reindexed_1","alias":"shop"}}]}`,
    );
  });

  it("are left alone while the index of before has them, and where nothing is missing", async () => {
    const before = await serverWith({ films: { uuid: "old", aliases: { shop: {} } } });
    expect(await keepNames(before, { source: "films", aliases: { shop: "{}" }, before: "old" })).toBeNull();
    await server.close();
    const whole = await serverWith({
      films_reindexed_1: { uuid: "new", aliases: { films: {}, shop: { is_hidden: true } } },
    });
    expect(await keepNames(whole, { source: "films", aliases: { shop: '{"is_hidden":true}' }, before: "old" })).toBe(0);
    expect(server.seen.filter(({ path }) => path === "/_aliases")).toEqual([]);
  });

  it("that cannot be set are told", async () => {
    const http = await serverWith({ films_reindexed_1: { uuid: "new", aliases: { films: {} } } }, { refuses: true });
    await expect(keepNames(http, { source: "films", aliases: { shop: "{}" }, before: "old" })).rejects.toThrow(
      /dropped the names shop/,
    );
  });

  it("are read of a job that knew the names alone", () => {
    const stored = {
      phase: "watch",
      since: 1,
      behind: { name: "films", uuid: "old" },
      task: null,
      made: null,
      rounds: 1,
    };
    expect(progressSchema.parse({ ...stored, aliases: ["shop"] }).aliases).toEqual({ shop: "{}" });
    expect(progressSchema.parse(stored).aliases).toEqual({});
  });
});
