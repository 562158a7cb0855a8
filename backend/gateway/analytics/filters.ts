import { HttpError } from "../http/errors";
import type { SignedContext } from "../http/types";

const DAY = 86_400;
const DEFAULT_DAYS = 30;
const MAX_SIZE = 1000;
// Everything else in the URL is an exact filter on a custom event of that name (contract 20, 1.2).
const KNOWN = new Set(["from", "to", "from_timestamp", "to_timestamp", "time_zone", "size", "show_global", "min_chars", "user_id", "ip", "query_id"]);

/** What a read of analytics asks for. Times are unix seconds. */
export type ReadFilters = {
  from: number;
  to: number;
  size: number;
  offset: number;
  minChars: number;
  userId: string | undefined;
  ip: string | undefined;
  events: Record<string, string>;
};

function whole(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function day(text: string | undefined): number | undefined {
  const match = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(text ?? "");
  return match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 1000 : undefined;
}

/**
 * Reads the parameters of an analytics call: the last 30 days unless told otherwise, bad values fall back. `from` as a number is an offset, as published clients send it.
 * Without `user_id` only the caller's own are meant (by address); `show_global=true` lifts that for users, and is refused with 400 to credentials where `strict`.
 */
export function readFilters({ query, caller }: SignedContext, { ownIp, strict }: { ownIp: string; strict: boolean }): ReadFilters {
  const now = Math.floor(Date.now() / 1000);
  const size = whole(query["size"]) ?? 100;
  const wantsAll = query["show_global"] === "true";
  if (wantsAll && strict && caller.kind === "credential") throw new HttpError(400, "show_global is not allowed for API credentials");
  const all = wantsAll && caller.kind === "user";
  const endOfDay = day(query["to"]);
  return {
    from: whole(query["from_timestamp"]) ?? day(query["from"]) ?? now - DEFAULT_DAYS * DAY,
    to: whole(query["to_timestamp"]) ?? (endOfDay === undefined ? now + 1 : endOfDay + DAY - 1),
    size: size > MAX_SIZE ? 100 : size,
    offset: whole(query["from"]) ?? 0,
    minChars: whole(query["min_chars"]) ?? 0,
    userId: query["user_id"] ?? (all ? undefined : ownIp),
    ip: query["ip"],
    events: Object.fromEntries(Object.entries(query).filter(([name]) => !KNOWN.has(name))),
  };
}
