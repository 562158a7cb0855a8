import type * as z from "zod";
import { isAtLeast } from "~/lib/values/version";
import { whereOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";

/**
 * Servers from this version on read moments and a zone; older ones take the names of these for custom events, and read
 * days (contract 20, 1.3).
 */
const READS_MOMENTS = "7.40.1";

/** What searches a report is about. */
export type AnalyticsQuery = {
  /** Milliseconds, `to` not included, and the same as days. */
  range: { from: number; to: number; zone: string; days: { from: string; to: string } };
  /** A user, an address: only searches of theirs; "" for everybody's. */
  user: string;
  ip: string;
  /** Custom events that a search must have been made with. */
  events: readonly { name: string; value: string }[];
};

/** Everybody's searches of a time. */
export const everybody = { user: "", ip: "", events: [] } as const;

const dayOf = (day: string) => day.replaceAll("-", "/");

function parameters(
  { range, user, ip, events }: AnalyticsQuery,
  version: string | null,
): Record<string, string | number | undefined> {
  const moments = {
    from_timestamp: Math.floor(range.from / 1000),
    to_timestamp: Math.ceil(range.to / 1000) - 1,
    time_zone: range.zone,
  };
  const days = { from: dayOf(range.days.from), to: dayOf(range.days.to) };
  return {
    // Events first: a name that is one of the call's own stays the call's.
    ...Object.fromEntries(events.map(({ name, value }) => [name, value])),
    ...(isAtLeast(version, READS_MOMENTS) ? moments : days),
    user_id: user === "" ? undefined : user,
    ip: ip === "" ? undefined : ip,
  };
}

type Asked<Schema extends z.ZodType> = {
  /** The last part of the call's path: `popular-searches`. */
  report: string;
  query: AnalyticsQuery;
  schema: Schema;
  more?: Record<string, string | number | undefined>;
};

/**
 * A report of analytics, of one index or of all; null where the server has no such report. Throws BackendError, kind
 * `payment` where its plan leaves it out.
 */
export function askReport<Schema extends z.ZodType>(
  scope: Scope,
  { report, query, schema, more }: Asked<Schema>,
): Promise<z.output<Schema> | null> {
  const path = scope.level === "app" ? `${apiPath`/_analytics/${scope.app}`}/${report}` : `/_analytics/${report}`;
  return whereOffered(
    scope.http.call({ path, query: { ...parameters(query, scope.identity.plan.version), ...more }, schema }),
  );
}
