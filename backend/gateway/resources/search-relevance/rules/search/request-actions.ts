import type { JsonObject, JsonValue } from "@common/text/json";
import type * as z from "zod";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { reactedIds } from "@backend/gateway/resources/data/reactivesearch/translate/react";
import { DATA } from "../action-data";
import { dataOf, type StoredAction, type StoredRule } from "../schema";
import { isTextQuery, queriesOf } from "./facts-of";
import { withoutWaysRound } from "./ways-round";

/**
 * A rule whose condition holds, with what its pattern caught of the query, as whom it runs (null: nobody but the
 * caller), the queries that are meant (null: all, else their ids), and whether it is only tried, and not kept.
 */
export type Fired = {
  rule: StoredRule;
  groups: readonly string[];
  author: Caller | null;
  only: ReadonlySet<string> | null;
  isTried: boolean;
};
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
  return new Map(
    entries
      .map(([from, to]) => [from.trim().toLowerCase().split(/\s+/).join(" "), to] as const)
      .filter(([from]) => from !== ""),
  );
}

function andWith(react: JsonValue | undefined, names: readonly string[]): JsonObject {
  const given = typeof react === "object" && react !== null && !Array.isArray(react) ? (react as JsonObject) : {};
  const { and } = given;
  const before = and === undefined || and === null ? [] : Array.isArray(and) ? and : [and];
  return { ...given, and: [...before, ...names] };
}

// The first free one: a query of the visitor's under the same id must not stand in the place of the filter.
function freeId(wanted: string, taken: ReadonlySet<unknown>): string {
  for (let number = 2; ; number++) {
    const id = number === 2 ? wanted : `${wanted}_${number - 1}`;
    if (!taken.has(id)) return id;
  }
}

/**
 * Every query that shows documents or counts them reacts to the filters, and leaves out what would find more than its
 * own query does: a visitor must not get round a filter by asking twice. The real server adds them to the first search
 * query alone.
 */
function withFilters(raw: JsonObject, filters: Data<"add_filter">, only: Fired["only"]): JsonObject {
  const queries = queriesOf(raw);
  const taken = new Set(queries.map(({ id }) => id));
  const added = Object.entries(filters).map(([field, value]): JsonObject => ({
    id: freeId(`query_rule_filter_${field}`, taken),
    type: "term",
    dataField: [field],
    value: [value].flat(),
    execute: false,
  }));
  const names = added.map(({ id }) => String(id));
  // A facet of a query that is meant counts what that one finds.
  const isMeant = ({ id, execute, endpoint, react }: JsonObject) =>
    execute !== false &&
    (endpoint === undefined || endpoint === null) &&
    (only === null || [String(id), ...reactedIds(react)].some((one) => only.has(one)));
  // What others react to hands them its options.
  const filtered = queries.map((query) =>
    isMeant(query) ? { ...withoutWaysRound(query), react: andWith(query["react"], names) } : withoutWaysRound(query),
  );
  return { ...raw, query: [...filtered, ...added] };
}

function filledGroups(text: string, groups: readonly string[]): string {
  return text.replace(
    /\$(\d+)/g,
    (whole, number: string) => groups[Number(number) - 1] ?? (groups.length > 0 ? "" : whole),
  );
}

function changedBy(
  raw: JsonObject,
  action: StoredAction,
  { groups, only }: Pick<Fired, "groups" | "only">,
): JsonObject {
  switch (action.type) {
    case "replace_search_term": {
      const term = dataFor(action, action.type);
      return term === undefined
        ? raw
        : withQueries(raw, (query) => (isTextQuery(query) ? { ...query, value: term } : query));
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
      return withFilters(raw, dataFor(action, action.type) ?? {}, only);
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
        : withQueries(raw, (query) =>
            isTextQuery(query) ? { ...query, value: filledGroups(text, groups), queryString: true } : query,
          );
    }
    default:
      return raw;
  }
}

/** A request as it is after an action of a rule; those that act on answers or run a script leave it. */
export function withAction(raw: JsonObject, action: StoredAction, fired: Pick<Fired, "groups" | "only">): JsonObject {
  return changedBy(raw, action, fired);
}
