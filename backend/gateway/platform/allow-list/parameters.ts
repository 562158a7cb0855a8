import { unrecognized } from "@backend/engine/unrecognized";
import { type Caller, isAdmin } from "../auth/types";
import { refusedByEngine } from "../http/errors";
import type { Context, Method } from "../http/types";
import { type Passes, PASSES } from "./table";

type Query = Readonly<Record<string, string>>;

const byRoute = new Map(PASSES.flatMap((row) => row.routes.map((route) => [route, row] as const)));

/** The row of a route, by method and path. Throws where the table has none. */
export function passesOf(method: Method, path: string): Passes {
  const row = byRoute.get(`${method} ${path}`);
  if (!row) throw new Error(`no row says what passes through ${method} ${path}`);
  return row;
}

/** The URL parameters that a caller may send with a call. */
export function namesFor({ parameters, ofAdmins }: Passes, caller: Caller): readonly string[] {
  return isAdmin(caller) ? [...parameters, ...ofAdmins] : parameters;
}

function refuse(path: string, names: readonly string[], known: readonly string[]): never {
  throw refusedByEngine({ type: "illegal_argument_exception", reason: unrecognized({ path, names, known }) });
}

// Other forms could not be looked through on their way out.
const FORMATS = new Set(["", "json", "text", "txt"]);

// Hidden indices are those of this server; `all` is what a caller may see of all.
function scopeFor(words: string): string {
  const named = words.split(",").map((word) => word.trim().toLowerCase());
  const kept = named.flatMap((word) => (word === "all" ? ["open", "closed"] : word === "hidden" ? [] : [word]));
  return kept.length > 0 ? [...new Set(kept)].join(",") : "open";
}

/** `expand_wildcards` as it goes on for a caller: to hidden indices for admins alone. */
export function wildcardsFor(caller: Caller, words: string): string {
  return isAdmin(caller) ? words : scopeFor(words);
}

/**
 * The URL parameters of a call that its handler gets, by the row of its route. Throws 400 as Elasticsearch does for one
 * that is in no row, or that is for admins alone; where this server answers itself the others are dropped, as the real
 * server passes them over.
 */
export function passedQuery({
  row,
  caller,
  context,
}: {
  row: Passes;
  caller: Caller;
  context: Pick<Context, "path" | "query">;
}): Query {
  const { query, path } = context;
  if (row.others === "read") return query;
  const known = namesFor(row, caller);
  const foreign = Object.keys(query).filter((name) => !known.includes(name));
  if (foreign.length > 0 && row.others === "refused") refuse(path, foreign, known);
  const { format, expand_wildcards: wildcards } = query;
  if (row.others === "refused" && format !== undefined && !FORMATS.has(format)) {
    throw refusedByEngine({
      type: "illegal_argument_exception",
      reason: `request [${path}] asks for the format [${format}]: only [json] and [text] are given`,
    });
  }
  const passed = Object.fromEntries(Object.entries(query).filter(([name]) => known.includes(name)));
  return wildcards === undefined || !known.includes("expand_wildcards")
    ? passed
    : { ...passed, expand_wildcards: wildcardsFor(caller, wildcards) };
}

/** Refuses parameters that a route knows and this call of it cannot take. */
export function refuseParameter(
  name: string,
  { row, caller, path }: { row: Passes; caller: Caller; path: string },
): never {
  return refuse(
    path,
    [name],
    namesFor(row, caller).filter((known) => known !== name),
  );
}
