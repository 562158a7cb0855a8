import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import { doneSchema } from "~/services/platform/http/done.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import { apiPath } from "~/services/platform/http/path";
import type { Scope } from "~/session/scope.server";
import { rowsOf } from "./wire.server";

/** The lists in which a server keeps insights: new ones, and those that were moved. */
export const insightLists = ["insights", "saved", "read"] as const;
export type InsightList = (typeof insightLists)[number];
/** Where an insight can be moved; there is no way back to the new ones. */
export const insightMoves = ["saved", "read", "deleted"] as const;
export type InsightMove = (typeof insightMoves)[number];

// Texts may hold simple markup (contract 20, section 5); readers get the words alone.
const words = z
  .string()
  .nullish()
  .catch(null)
  .transform((text) =>
    (text ?? "")
      .replace(/<[^<>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
const adviceSchema = z.object({ title: words, description: words, short_link: words, long_link: words });
const insightSchema = z.object({
  id: z.string(),
  insight: z.object({ title: words, description: words, short_link: words, recommendations: rowsOf(adviceSchema) }),
});
const listsSchema = z.object({
  insights: rowsOf(insightSchema),
  saved: rowsOf(insightSchema),
  read: rowsOf(insightSchema),
});

/** Something that the searches of a month show, and what may help. */
export type Insight = z.output<typeof insightSchema>["insight"] & { id: string };
export type Insights = Record<InsightList, Insight[]>;

/** What an insight is called where the server gives it no title. */
const names: Record<string, string> = {
  no_results: "Searches found nothing",
  low_clicks: "Few searches lead to a click",
  low_suggestions_clicks: "Suggestions are rarely clicked",
  avg_click_position: "Visitors click far down the list",
  popular_searches: "Some search terms are popular",
  popular_searches_with_low_clicks: "Popular search terms get few clicks",
  long_tail_searches: "Searches are long",
  bounce_rate: "Sessions end without interaction",
  high_response_time: "Many searches are slow",
  error_500: "Requests failed on the server",
  error_400: "Requests were rejected",
};

const pathOf = (index: string | null, call: string) =>
  index === null ? `/_analytics/${call}` : apiPath`/_analytics/${index}/${call}`;

/**
 * Insights into the searches of the month before, of one index or of all (null); null where the server has none. Throws
 * BackendError.
 */
export async function getInsights({ http }: Pick<Scope, "http">, index: string | null): Promise<Insights | null> {
  try {
    const lists = await http.call({ path: pathOf(index, "insights"), schema: listsSchema });
    const named = (list: InsightList) =>
      lists[list].map(({ id, insight }) => ({ ...insight, id, title: insight.title || (names[id] ?? id) }));
    return { insights: named("insights"), saved: named("saved"), read: named("read") };
  } catch (error) {
    if (isBackendError(error) && isNotOffered(error.failure)) return null;
    throw error;
  }
}

/** The month that insights are about: servers take the calendar month before, in UTC. Days as dates. */
export function insightMonth(now = Date.now()): { from: string; to: string; start: number } {
  const date = new Date(now);
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1);
  const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 0);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: day(start), to: day(end), start };
}

/** A move of an insight, which holds for its month and its scope. */
export type Moved = {
  id: string;
  title: string;
  index: string | null;
  from: InsightList | "deleted";
  to: InsightMove;
  month: string;
};

/** Moves an insight to the saved or the read ones, or deletes it. */
export function toMoveInsight({ id, title, index, from, to, month }: Moved): Change<void> {
  return {
    resource: { kind: "insight", id, name: title, index: index ?? undefined },
    verb: to === "deleted" ? "delete" : from === "deleted" ? "restore" : "update",
    noun: "insight",
    right: "insights:write",
    request: { method: "PUT", path: pathOf(index, "insight-status"), json: { id, status: to } },
    before: { status: from === "insights" ? "new" : from },
    after: { status: to },
    read: ({ body, failed }) => {
      if (!doneSchema.safeParse(body).success) throw failed("malformed");
    },
    async stored(http) {
      const lists = await getInsights({ http }, index);
      if (lists === null) return undefined;
      const list = insightLists.find((name) => lists[name].some((one) => one.id === id));
      return { status: list === "insights" ? "new" : (list ?? "deleted") };
    },
    // Servers take none back to the new ones: a deleted new one comes back as read, another move of a new one stays.
    undo: () => {
      if (from === "insights" && to !== "deleted") return undefined;
      return {
        kind: "move-insight",
        value: { id, title, index, month, to: from === "insights" || from === "deleted" ? "read" : from, set: to },
      };
    },
  };
}
