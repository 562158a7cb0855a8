import { HttpError } from "../../platform/http/errors";
import type { SignedContext } from "../../platform/http/types";
import { originClauses, originOf } from "./visitors/owner";

const DAY = 86_400;
const DEFAULT_DAYS = 30;
const MAX_SIZE = 1000;
// Everything else in the URL is an exact filter on a custom event of that name (contract 20, 1.2).
const KNOWN = new Set(
  "from to from_timestamp to_timestamp time_zone size show_global min_chars user_id ip query_id click_analytics query prefix".split(
    " ",
  ),
);

/**
 * Whose searches are meant where the call names nobody: everybody's; or the caller's own by address, unless a user
 * lifts that by `show_global=true`. A credential that tries to is passed over, refused with 400 (`strict`), or heard as
 * a user is (`open`, contract 20: popular results, which widgets ask for).
 */
export type Own = "all" | { ip: string; credentials: "passed over" | "strict" | "open" };

/** What a read of analytics asks for. Times are unix seconds. */
export type ReadFilters = {
  from: number;
  to: number;
  size: number;
  offset: number;
  minChars: number;
  /** The zone in which days are told apart, by its IANA name; undefined for UTC. */
  zone: string | undefined;
  userId: string | undefined;
  ip: string | undefined;
  /** Clauses of what one visitor did, for who may not see that of all: `visitors/owner.ts`. */
  own: object[];
  events: Record<string, string>;
};

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function day(text: string | undefined): number | undefined {
  const match = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(text ?? "");
  return match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 1000 : undefined;
}

/** The IANA name of a zone; undefined for one that nobody knows, which an engine would refuse. */
function zoneOf(name: string | undefined): string | undefined {
  try {
    return name === undefined || name === ""
      ? undefined
      : new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function ownOf({ query, caller }: SignedContext, own: Own): string | undefined {
  if (own === "all") return undefined;
  const wantsAll = query["show_global"] === "true";
  if (wantsAll && own.credentials === "strict" && caller.kind === "credential")
    throw new HttpError(400, "show_global is not allowed for API credentials");
  return wantsAll && (caller.kind === "user" || own.credentials === "open") ? undefined : own.ip;
}

/**
 * Reads the parameters of an analytics call: the last 30 days unless told otherwise, bad values fall back. `from` as a
 * number is an offset, as published clients send it.
 */
export function readFilters(context: SignedContext, own: Own): ReadFilters {
  const { query } = context;
  const now = Math.floor(Date.now() / 1000);
  const size = whole(query["size"]) ?? 100;
  const endOfDay = day(query["to"]);
  const [userId, ip] = [query["user_id"] ?? ownOf(context, own), query["ip"]];
  return {
    from: whole(query["from_timestamp"]) ?? day(query["from"]) ?? now - DEFAULT_DAYS * DAY,
    to: whole(query["to_timestamp"]) ?? (endOfDay === undefined ? now + 1 : endOfDay + DAY - 1),
    size: size > MAX_SIZE ? 100 : size,
    offset: whole(query["from"]) ?? 0,
    minChars: whole(query["min_chars"]) ?? 0,
    zone: zoneOf(query["time_zone"]),
    userId,
    ip,
    own: userId === undefined && ip === undefined ? [] : originClauses(originOf(context)),
    events: Object.fromEntries(Object.entries(query).filter(([name]) => !KNOWN.has(name))),
  };
}
