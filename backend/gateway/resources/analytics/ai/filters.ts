import { badRequest } from "@backend/gateway/platform/http/errors";
import type { SignedContext } from "@backend/gateway/platform/http/types";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** What is larger is no time in seconds: dashboards send these calls milliseconds, and all others seconds. */
const LARGEST_SECONDS = 100_000_000_000;

/** A range of time in ms, both ends included. */
export type AiRange = { from: number; to: number };

/** A whole number of a call; undefined if there is no such one. */
export function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function millisecondsOf(text: string | undefined): number | undefined {
  const number = wholeOf(text);
  return number !== undefined && number < LARGEST_SECONDS ? number * 1000 : number;
}

/** The range that a call asks for, by default the last 30 days. Throws 400 for one that ends before it starts. */
export function rangeOf({ query }: Pick<SignedContext, "query">): AiRange {
  const now = Date.now();
  const range = {
    from: millisecondsOf(query["from_timestamp"]) ?? now - DEFAULT_DAYS * DAY_MS,
    to: millisecondsOf(query["to_timestamp"]) ?? now,
  };
  if (range.to < range.from) throw badRequest("the start of the range must be before its end");
  return range;
}

/** The clause of a range on one of a session's times. */
export function within(field: "created_at" | "timestamp", { from, to }: AiRange): object {
  return { range: { [field]: { gte: from, lte: to, format: "epoch_millis" } } };
}
