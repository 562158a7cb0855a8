import { type JsonObject, stringifyJson } from "@common/json";

/** The answer under one query's id. */
export type Answer = { id: string; body: JsonObject | string };

/**
 * The text of a search answer: `settings` first, then one key per query in the order asked. Written by hand because the same id may come twice:
 * both answers are then written, and JSON readers take the last.
 */
export function assembleAnswer({ settings, answers }: { settings: JsonObject; answers: readonly Answer[] }): string {
  const parts = answers.map(({ id, body }) => `${JSON.stringify(id)}:${typeof body === "string" ? body : stringifyJson(body)}`);
  return `{${[`"settings":${stringifyJson(settings)}`, ...parts].join(",")}}`;
}
