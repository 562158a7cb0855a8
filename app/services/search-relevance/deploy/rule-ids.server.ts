import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { contextOf } from "~/server/context.server";
import { isConsoleFull, openStore } from "~/services/platform/store/database.server";
import type { Scope } from "~/session/scope.server";
import { RULES_WAITING } from "../draft/waiting";

const renamed = (values: JsonObject, was: string, now: string): JsonObject | null => {
  const rules = values[RULES_WAITING];
  if (rules === undefined || !isJsonObject(rules) || rules[was] === undefined) return null;
  const { [was]: rule, ...others } = rules;
  return { ...values, [RULES_WAITING]: { ...others, [now]: rule ?? null } };
};

/**
 * Tells the versions that a rule which comes back has another id now: it is the same rule, and what was live with it is
 * live again. Where the console's disk is full they keep the old one, and say that something was changed since.
 */
export function renameInVersions(scope: Scope, { was, now }: { was: string; now: string }): void {
  const { config, log } = contextOf(scope.context);
  const store = openStore(config.dataDir);
  const rows = store
    .prepare<{ index_name: string; number: number; wishes: string }>(
      "SELECT index_name, number, wishes FROM relevance_versions WHERE server = ? AND instr(wishes, ?) > 0",
    )
    .all(scope.session.url, JSON.stringify(was));
  try {
    for (const row of rows) {
      const values = parseJson(row.wishes);
      const next = isJsonObject(values) ? renamed(values, was, now) : null;
      if (next !== null)
        store
          .prepare("UPDATE relevance_versions SET wishes = ? WHERE server = ? AND index_name = ? AND number = ?")
          .run(stringifyJson(next), scope.session.url, row.index_name, row.number);
    }
  } catch (error) {
    if (!isConsoleFull(error)) throw error;
    log.warn({ rule: now }, "the versions of an index keep the former id of a rule");
  }
}
