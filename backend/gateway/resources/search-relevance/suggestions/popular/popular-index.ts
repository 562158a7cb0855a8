import { KEPT_LIMITS } from "@common/limits/kept";
import * as z from "zod";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { deleteOwnIndex } from "@backend/gateway/platform/store/delete-own";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import type { StoreParts } from "@backend/gateway/platform/store/system-store";
import type { PopularSearch } from "./count";

const PAGE = KEPT_LIMITS.popularAtOnce.most;
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const OURS = new RegExp(`_(${MONTHS.join("|")})_\\d\\d(_\\d+)?$`);

const SETTINGS = {
  index: { hidden: true, number_of_shards: 1, auto_expand_replicas: "0-1" },
  analysis: {
    filter: { autosuggest_filter: { type: "edge_ngram", min_gram: 1, max_gram: 20 } },
    analyzer: {
      autosuggest_analyzer: {
        type: "custom",
        tokenizer: "standard",
        filter: ["lowercase", "asciifolding", "autosuggest_filter"],
      },
      folded: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding"] },
    },
  },
};
const keyword = { type: "keyword", ignore_above: 1024 } as const;
const PROPERTIES = {
  key: {
    type: "text",
    fields: { keyword, autosuggest: { type: "text", analyzer: "autosuggest_analyzer", search_analyzer: "folded" } },
  },
  count: { type: "long" },
  indices: { type: "keyword", fields: { keyword } },
  chars: { type: "integer" },
  counts: { type: "nested", properties: { index: { type: "keyword" }, count: { type: "long" } } },
};

const IndicesSchema = z.record(
  z.string(),
  z.object({
    aliases: z.record(z.string(), z.unknown()),
    mappings: z
      .object({
        _meta: z.object({ built_at: z.number(), by_index: z.boolean() }).partial().optional().catch(undefined),
      })
      .catch({}),
  }),
);
const BulkSchema = z.object({ errors: z.boolean() });

/** What the alias stands for now; `builtAt` in unix seconds, 0 where that is not told. */
export type Built = { index: string; builtAt: number };

/**
 * The index of popular searches, behind its alias. Each build is an index of its own, which the alias moves to when it
 * is whole.
 */
export type PopularIndex = {
  alias: () => string;
  /** Null before the first build. */
  current: () => Promise<Built | null>;
  /**
   * Writes a new one, moves the alias, and deletes the builds of before; an index that somebody else led the alias to
   * loses it and stays.
   */
  replace: (searches: readonly PopularSearch[], options: { now: number; check: () => void }) => Promise<Built>;
};

// One of before, in which searches are not counted by index, is due to be built again.
function builtAt(meta: { built_at?: number | undefined; by_index?: boolean | undefined } | undefined): number {
  return meta?.by_index === true ? (meta.built_at ?? 0) : 0;
}

/** The index over an engine. Beside a ReactiveSearch server it goes by a name of ours. */
export function createPopularIndex({ engine, places }: StoreParts): PopularIndex {
  const alias = () => {
    const { definition } = places.of(SYSTEM.analytics);
    return definition.name === SYSTEM.analytics.name ? ".suggestions" : ".searchdeck-suggestions";
  };

  async function known(expression: string) {
    const { status, body } = await callEngine(
      engine,
      { method: "GET", path: enginePath([expression]), query: { expand_wildcards: "all" } },
      [404],
    );
    return status === 404 ? {} : IndicesSchema.parse(body);
  }

  const isBuild = (name: string) => name.startsWith(`${alias()}_`) && OURS.test(name.slice(alias().length));

  // The alias may have been led to an index of somebody's beside ours, or in its place.
  async function current(): Promise<Built | null> {
    const all = Object.entries(await known(alias()));
    const [first] = [...all.filter(([name]) => isBuild(name)), ...all];
    return first ? { index: first[0], builtAt: isBuild(first[0]) ? builtAt(first[1].mappings._meta) : 0 } : null;
  }

  // Builds of ours alone: `.suggestions_preferences` begins in the same way.
  async function builds(): Promise<string[]> {
    return Object.keys(await known(`${alias()}_*`)).filter(isBuild);
  }

  const deleteBuild = (name: string) =>
    deleteOwnIndex({ engine, name, isOurs: ({ meta }) => isBuild(name) && typeof meta["built_at"] === "number" });

  function freeName(now: number, taken: readonly string[]): string {
    const date = new Date(now * 1000);
    const name = `${alias()}_${MONTHS[date.getUTCMonth()]}_${String(date.getUTCDate()).padStart(2, "0")}`;
    for (let more = 1; ; more++) {
      const free = more === 1 ? name : `${name}_${more}`;
      if (!taken.includes(free)) return free;
    }
  }

  async function write(index: string, searches: readonly PopularSearch[], check: () => void): Promise<void> {
    for (let at = 0; at < searches.length; at += PAGE) {
      check();
      const body = searches
        .slice(at, at + PAGE)
        .map((search) => `{"index":{}}\n${JSON.stringify(search)}\n`)
        .join("");
      const answer = BulkSchema.parse(
        (await callEngine(engine, { method: "POST", path: enginePath([index, "_bulk"]), body })).body,
      );
      if (answer.errors) throw new HttpError(500, "popular suggestions could not be written");
    }
    await callEngine(engine, { method: "POST", path: enginePath([index, "_refresh"]) });
  }

  async function replace(
    searches: readonly PopularSearch[],
    { now, check }: { now: number; check: () => void },
  ): Promise<Built> {
    const before = Object.keys(await known(alias()));
    if (before.includes(alias()))
      throw new HttpError(500, `popular suggestions need the name ${alias()}, which an index has: delete that index`);
    const there = await builds();
    // Of builds that ended half-way.
    for (const left of there) if (!before.includes(left)) await deleteBuild(left);
    const index = freeName(now, there);
    const mappings = { _meta: { built_at: now, by_index: true }, dynamic: false, properties: PROPERTIES };
    await callEngine(engine, { method: "PUT", path: enginePath([index]), body: { settings: SETTINGS, mappings } });
    await write(index, searches, check);
    check();
    const leaving = before.map((name) => ({ remove: { index: name, alias: alias() } }));
    await callEngine(engine, {
      method: "POST",
      path: "/_aliases",
      body: { actions: [{ add: { index, alias: alias() } }, ...leaving] },
    });
    for (const name of before) await deleteBuild(name);
    return { index, builtAt: now };
  }

  return { alias, current, replace };
}
