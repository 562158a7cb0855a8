import { type JsonObject, stringifyJson } from "@common/text/json";
import type { Shown } from "@backend/gateway/resources/search-relevance/rules/search/plan";

/** The answer under one query's id; `shown`: what rules put beside it. */
export type Answer = { id: string; body: JsonObject | string; shown?: Shown | undefined };

/**
 * The text of a search answer: `settings` first, then one key per query in the order asked. Written by hand because the
 * same id may come twice: both answers are then written, and JSON readers take the last.
 */
export function assembleAnswer({ settings, answers }: { settings: JsonObject; answers: readonly Answer[] }): string {
  const parts = answers.map(
    ({ id, body }) => `${JSON.stringify(id)}:${typeof body === "string" ? body : stringifyJson(body)}`,
  );
  return `{${[`"settings":${stringifyJson(settings)}`, ...parts].join(",")}}`;
}
