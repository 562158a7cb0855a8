import type { JsonObject, JsonValue } from "@common/json";
import type * as z from "zod";
import { DATA } from "../action-data";
import { dataOf, type StoredAction, type StoredRule } from "../schema";
import { isTextQuery, queriesOf } from "./facts-of";

/** A rule whose condition holds, with what its pattern caught of the query. */
export type Fired = { rule: StoredRule; groups: readonly string[] };
type Data<Type extends keyof typeof DATA> = z.infer<(typeof DATA)[Type]>;

/** What an action works with, read again: another program may have kept what does not fit. */
export function dataFor<Type extends keyof typeof DATA>(action: StoredAction, type: Type): Data<Type> | undefined {
  // The schema under a type gives that type's data; the compiler does not follow the pair.
  return DATA[type].safeParse(dataOf(action)).data as Data<Type> | undefined;
}

function withQueries(raw: JsonObject, change: (query: JsonObject) => JsonObject): JsonObject {
  return { ...raw, query: queriesOf(raw).map(change) };
}

function withText(raw: JsonObject, change: (text: string) => string): JsonObject {
  return withQueries(raw, (query) => {
    if (!isTextQuery(query) || typeof query["value"] !== "string") return query;
    return { ...query, value: change(query["value"]) };
  });
}

// Words end where spaces are; an entry of several words is replaced where they stand side by side.
function replacedWords(text: string, words: ReadonlyMap<string, string>): string {
  const parts = text.split(/\s+/).filter((part) => part !== "");
  const longest = Math.max(1, ...[...words.keys()].map((key) => key.split(" ").length));
  const result: string[] = [];
  for (let at = 0; at < parts.length;) {
    const length =
      Array.from({ length: longest }, (_, less) => longest - less).find((count) =>
        words.has(
          parts
            .slice(at, at + count)
            .join(" ")
            .toLowerCase(),
        ),
      ) ?? 0;
    const found = words.get(
      parts
        .slice(at, at + length)
        .join(" ")
        .toLowerCase(),
    );
    result.push(...(length > 0 ? [found ?? ""] : [parts[at] ?? ""]));
    at += Math.max(1, length);
  }
  return result.filter((part) => part !== "").join(" ");
}

function asWords(entries: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map(entries.map(([from, to]) => [from.trim().toLowerCase().split(/\s+/).join(" "), to] as const).filter(([from]) => from !== ""));
}

function andWith(react: JsonValue | undefined, names: readonly string[]): JsonObject {
  const given = typeof react === "object" && react !== null && !Array.isArray(react) ? (react as JsonObject) : {};
  const { and } = given;
  const before = and === undefined || and === null ? [] : Array.isArray(and) ? and : [and];
  return { ...given, and: [...before, ...names] };
}

function withFilters(raw: JsonObject, filters: Data<"add_filter">): JsonObject {
  const queries = queriesOf(raw);
  const first = queries.find((query) => (query["type"] ?? "search") === "search");
  if (!first) return raw;
  const added = Object.entries(filters).map(([field, value]): JsonObject => ({
    id: `query_rule_filter_${field}`,
    type: "term",
    dataField: [field],
    value: [value].flat(),
    execute: false,
  }));
  const names = added.map(({ id }) => String(id));
  return { ...raw, query: [...queries.map((query) => (query === first ? { ...query, react: andWith(query["react"], names) } : query)), ...added] };
}

function filledGroups(text: string, groups: readonly string[]): string {
  return text.replace(/\$(\d+)/g, (whole, number: string) => groups[Number(number) - 1] ?? (groups.length > 0 ? "" : whole));
}

function changedBy(raw: JsonObject, action: StoredAction, groups: readonly string[]): JsonObject {
  switch (action.type) {
    case "replace_search_term": {
      const term = dataFor(action, action.type);
      return term === undefined ? raw : withQueries(raw, (query) => (isTextQuery(query) ? { ...query, value: term } : query));
    }
    case "remove_words": {
      const words = asWords((dataFor(action, action.type) ?? []).map((word) => [word, ""]));
      return withText(raw, (text) => replacedWords(text, words));
    }
    case "replace_words": {
      const words = asWords(Object.entries(dataFor(action, action.type) ?? {}));
      return withText(raw, (text) => replacedWords(text, words));
    }
    case "add_filter":
      return withFilters(raw, dataFor(action, action.type) ?? {});
    case "search_settings": {
      const settings = dataFor(action, action.type);
      if (!settings) return raw;
      const weights: JsonObject = settings.fieldWeights ? { fieldWeights: settings.fieldWeights } : {};
      return withQueries(raw, (query) => {
        if (!isTextQuery(query)) return query;
        const { fieldWeights: _replaced, ...rest } = query;
        return { ...rest, dataField: settings.dataField, ...weights };
      });
    }
    case "replace_search_query": {
      const text = dataFor(action, action.type);
      return text === undefined
        ? raw
        : withQueries(raw, (query) => (isTextQuery(query) ? { ...query, value: filledGroups(text, groups), queryString: true } : query));
    }
    default:
      return raw;
  }
}

/** A request as it is after an action of a rule; those that act on answers or run a script leave it. */
export function withAction(raw: JsonObject, action: StoredAction, { groups }: Fired): JsonObject {
  return changedBy(raw, action, groups);
}
