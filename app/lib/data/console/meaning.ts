import type { Right } from "~/lib/access-control/rights";
import type { ConsoleRequest } from "./parse";

// What a typed request means: which right it takes, which index it is about, and whether it asks first. Pure, for
// server and browser.

type Typed = Pick<ConsoleRequest, "method" | "path" | "body">;

/** The right of a call, by the first part of its path that begins with an underscore. */
const RIGHTS: readonly [Right, string][] = [
  ["documents:write", "_doc _create _update _bulk _delete_by_query _update_by_query _reindex _mget"],
  ["tasks:write", "_tasks _cluster _nodes _remote _snapshot _scripts _ingest _slm _ilm _security _plugins _opendistro"],
  ["users:write", "_user _users"],
  ["credentials:write", "_permission _permissions _role"],
  ["public-key:write", "_public_key"],
  ["sync:write", "_sync"],
  ["stored-queries:write", "_storedquery _storedqueries"],
  ["rules:write", "_rule _rules _function _functions _script"],
  ["synonyms:write", "_synonyms _synonym"],
  ["relevance:write", "_searchrelevancy _grade"],
  [
    "suggestions:write",
    "_suggestions _popular_suggestions _recent_suggestions _index_suggestions _featured_suggestions",
  ],
  ["pipelines:write", "_pipeline _pipelines _vars _var _update_backend_connection"],
  ["ai:write", "_ai"],
  ["uibuilder:write", "_uibuilder"],
  ["cache:write", "_cache"],
  ["insights:write", "_analytics"],
];
const rightByCall = new Map(
  RIGHTS.flatMap(([right, calls]) => calls.split(" ").map((call): [string, Right] => [call, right])),
);

/** First parts of paths that are neither calls of an engine nor names of indices. */
const SERVERS_OWN = new Set(["arc", "sls"]);

const segmentsOf = (path: string) => path.split("/").filter((part) => part !== "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The part of a path that says what it calls: the first or second that begins with an underscore; nothing for a path of
 * names alone.
 */
function callOf(path: string): { call: string; index: string | undefined } {
  const [first = "", second = ""] = segmentsOf(path).map(decoded);
  if (SERVERS_OWN.has(first) || (first.startsWith("_") && first !== "_all")) return { call: first, index: undefined };
  return { call: second.startsWith("_") ? second : "", index: first };
}

/** The right that a changing request takes. What is not known counts as a change of an index. */
export function rightOf({ path }: Pick<Typed, "path">): Right {
  const { call, index } = callOf(path);
  if (SERVERS_OWN.has(call)) return "billing:write";
  // `POST /films/_cache/clear` is the engine's, `POST /_cache/evict` the server's.
  if (index !== undefined && call === "_cache") return "indices:write";
  const known = rightByCall.get(call);
  if (known !== undefined) return known;
  // Documents of older clients: `/films/film/1`.
  return call === "" && segmentsOf(path).length > 1 ? "documents:write" : "indices:write";
}

/** The one index that a request is about; undefined for none, several, or a pattern. */
export function indexOfRequest({ path }: Pick<Typed, "path">): string | undefined {
  const { index } = callOf(path);
  return index === undefined || index === "" || /[*,<>]/.test(index) || index === "_all" || index.startsWith("-")
    ? undefined
    : index;
}

const ASKS: readonly [pattern: RegExp, why: string][] = [
  [/\/_delete_by_query$/, "It deletes every document that its query matches."],
  [/\/_update_by_query$/, "It changes every document that its query matches."],
  [/\/_close$/, "A closed index answers no search."],
  [/^\/_reindex\/[^/]+$/, "It copies the index into a new one, which takes its place."],
  [/\/_aliases$/, "Searches that use these aliases may find something else, or nothing."],
  [/\/_rollover(\/|$)/, "Writes go to a new index afterwards."],
];

/** What a changing request may destroy, as a sentence for the page that asks first; null where it is sent at once. */
export function asksFirst({ method, path, body }: Typed): string | null {
  if (method === "DELETE")
    return segmentsOf(path).length === 1 && !callOf(path).call
      ? "It deletes the index with all its documents."
      : "What it deletes cannot be restored here.";
  if (/(^|\/)_bulk$/.test(path))
    return /^\{\s*"delete"/m.test(body ?? "") ? "Some of its lines delete documents." : null;
  return ASKS.find(([pattern]) => pattern.test(path.replace(/\/$/, "")))?.[1] ?? null;
}
