import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "@common/text/json";
import type { Engine } from "@backend/engine/port";
import { leavesOf } from "@backend/gateway/platform/fields/leaves";
import { enginePath } from "@backend/gateway/platform/http/paths";
import { reach } from "@backend/gateway/platform/store/engine-client";
import { createShortMemory } from "@backend/gateway/platform/store/short-memory";
import type { EngineQuery } from "./translate/translate";

// The begun last word of a search is asked for as a phrase prefix, which engines have for texts alone: over a keyword
// the whole query would be refused. The real server's own indices have texts beside their keywords, which find `ab c`
// for `ab`; here a keyword finds it by the beginning of its value.

/** Types of whole values that a `prefix` query takes. */
const WHOLE = new Set(["keyword", "wildcard", "constant_keyword"]);
const TEXTS = new Set(["text", "match_only_text", "annotated_text", "search_as_you_type"]);

type TypesOf = (index: string) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
/** Rewrites what searches ask of fields that are no texts, by the mapping of their index. */
export type LastWordPrefix = (items: readonly EngineQuery[], index: string) => Promise<EngineQuery[]>;

const isOwn = (clause: JsonObject) =>
  clause["type"] === "phrase_prefix" && typeof clause["query"] === "string" && Array.isArray(clause["fields"]);

/**
 * A clause for the begun word, for each kind of field its own; several where a name is a text in one index and a
 * keyword in another.
 */
function clausesFor(clause: JsonObject, types: ReadonlyMap<string, ReadonlySet<string>>): JsonObject[] {
  const fields = (Array.isArray(clause["fields"]) ? clause["fields"] : []).filter((field) => typeof field === "string");
  const typesOf = (field: string) => types.get(field.replace(/\^[^^]*$/, ""));
  // A name that no mapping has, or a pattern, is the engine's to judge.
  const texts = fields.filter((field) => [...(typesOf(field) ?? TEXTS)].every((type) => TEXTS.has(type)));
  const whole = fields.filter((field) => [...(typesOf(field) ?? [])].some((type) => WHOLE.has(type)));
  const prefixes = whole.map((field): JsonObject => ({
    prefix: { [field.replace(/\^[^^]*$/, "")]: { value: clause["query"] ?? "" } },
  }));
  return [...(texts.length > 0 ? [{ multi_match: { ...clause, fields: texts } }] : []), ...prefixes];
}

function rewritten(value: JsonValue, types: ReadonlyMap<string, ReadonlySet<string>>): JsonValue {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const clause = isJsonObject(item) ? item["multi_match"] : undefined;
      return clause !== undefined && isJsonObject(clause) && isOwn(clause)
        ? clausesFor(clause, types)
        : [rewritten(item, types)];
    });
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritten(inner, types)]));
}

/**
 * Reads mappings from the engine, each at most every half second. Where one cannot be had the search goes as it is and
 * tells itself what is wrong.
 */
export function createLastWordPrefix(engine: Engine): LastWordPrefix {
  const memory = createShortMemory({
    read: async (index): Promise<Awaited<ReturnType<TypesOf>>> => {
      const { status, body } = await reach(engine, {
        method: "GET",
        path: enginePath([index, "_mapping"]),
        query: { ignore_unavailable: "true" },
      });
      const types = new Map<string, Set<string>>();
      if (status !== 200) return types;
      const leaves = leavesOf(parseJson(body));
      const add = (name: string, type: string) => types.set(name, (types.get(name) ?? new Set()).add(type));
      for (const { name, type } of leaves) if (type !== "alias") add(name, type);
      for (const { name, type, names } of leaves)
        if (type === "alias") for (const other of types.get(names[0] ?? "") ?? []) add(name, other);
      return types;
    },
  });

  return async (items, index) =>
    Promise.all(
      items.map(async (item) => {
        const { query } = item.body;
        if (query === undefined || !JSON.stringify(query).includes('"phrase_prefix"')) return item;
        const types = await memory.get(item.query.index ?? index);
        return { ...item, body: { ...item.body, query: rewritten(query, types) } };
      }),
    );
}
