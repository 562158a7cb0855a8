import { fits } from "@common/text/glob";
import type { JsonObject } from "@common/text/json";
import * as z from "zod";
import { ownAlias } from "../../indices/re-indexed";
import { enginePath, isSegment } from "@backend/gateway/platform/http/paths";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import { readable } from "@common/search-relevance/settings/read";
import type { Engine } from "@backend/engine/port";
import type { RelevanceStore } from "./store";
import type { Relevance } from "@common/search-relevance/settings/schema";

/** Settings that are in force for a search, and the name that they are kept under. */
export type InForce = { index: string; settings: Relevance };

/** The settings in force for the indices of a path. */
export type SettingsOfSearch = (indices: readonly string[]) => Promise<InForce | null>;

const AliasesSchema = z.record(z.string(), z.object({ aliases: z.record(z.string(), z.unknown()) }));

function isExcluded(name: string, later: readonly string[]): boolean {
  return later.some((one) => one.startsWith("-") && fits(one.slice(1), name));
}

/**
 * The settings of the first index of a path that has some: an alias has its own or those of its index; of what a
 * pattern finds, the first by name, where the index is there. Null where none has.
 */
export function createSettingsOfSearch({
  engine,
  relevance,
}: {
  engine: Engine;
  relevance: Pick<RelevanceStore, "names" | "get">;
}): SettingsOfSearch {
  const read = new WeakMap<JsonObject, Relevance>();
  const behind = createShortMemory({ read: namesBehind, ahead: true });
  const there = createShortMemory({
    read: async (expression) => Object.keys(await aliasesOf(expression)),
    ahead: true,
  });

  async function aliasesOf(expression: string): Promise<z.infer<typeof AliasesSchema>> {
    if (!isSegment(expression)) return {};
    const { status, body } = await callEngine(
      engine,
      { method: "GET", path: enginePath([expression, "_alias"]) },
      [400, 403, 404],
    );
    return status === 200 ? AliasesSchema.parse(body) : {};
  }

  // The indices that a name stands for, each by the name that lasts.
  async function namesBehind(name: string): Promise<string[]> {
    return Object.entries(await aliasesOf(name)).flatMap(([index, { aliases }]) => [
      index,
      ownAlias(index, Object.keys(aliases)) ?? index,
    ]);
  }

  // One after the other: mostly the first is there, and thousands may fit.
  async function foundByPattern(pattern: string, fitting: readonly string[]): Promise<string | undefined> {
    for (const name of fitting.filter((one) => fits(pattern, one) && one.startsWith(".") === pattern.startsWith(".")))
      if ((await there.get(name)).length > 0) return name;
    return undefined;
  }

  async function keptFor(expressions: readonly string[], kept: readonly string[]): Promise<string | undefined> {
    for (const [place, expression] of expressions.entries()) {
      if (expression.startsWith("-")) continue;
      const pattern = expression === "_all" ? "*" : expression;
      const open = kept.filter((name) => !isExcluded(name, expressions.slice(place + 1)));
      const named = open.includes(pattern) ? pattern : undefined;
      const found = pattern.includes("*")
        ? await foundByPattern(pattern, open)
        : (named ?? (await behind.get(pattern)).find((name) => open.includes(name)));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function settingsOf(record: JsonObject): Relevance {
    const known = read.get(record) ?? readable(record);
    read.set(record, known);
    return known;
  }

  return async (indices) => {
    const kept = indices.length === 0 ? [] : await relevance.names();
    if (kept.length === 0) return null;
    const index = await keptFor(indices, kept);
    const record = index === undefined ? null : await relevance.get(index);
    return index === undefined || !record ? null : { index, settings: settingsOf(record) };
  };
}
