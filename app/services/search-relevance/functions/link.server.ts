import { isJsonObject, type JsonObject } from "@common/text/json";
import * as z from "zod";
import { changeFailed } from "~/lib/messages/change-failed";
import type { Change } from "~/services/platform/changes/types";
import type { BackendClient } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import { type RuleContent, ruleOfText } from "~/services/search-relevance/rules/content";
import { bodyOfFunction } from "./write.server";

/** The names of the functions that a rule calls. */
export const functionsOf = ({ actions }: Pick<RuleContent, "actions">): string[] =>
  actions.flatMap(({ type, data }) => (type === "function" && typeof data === "string" && data !== "" ? [data] : []));

const namesIn = (text: string | null) => (text === null ? [] : functionsOf(ruleOfText(text)));

async function note(
  http: BackendClient,
  { name, id, calls }: { name: string; id: string; calls: boolean },
): Promise<void> {
  const path = apiPath`/_function/${name}`;
  const stored = await http.call({ path, schema: z.custom<JsonObject>(isJsonObject) });
  const listed = Array.isArray(stored["queryRules"]) ? stored["queryRules"] : [];
  if (listed.includes(id) === calls) return;
  const queryRules = calls ? [...listed, id] : listed.filter((one) => one !== id);
  await http.send({ method: "PUT", path, json: bodyOfFunction(stored, { queryRules }) });
}

/**
 * The change of a rule, which the functions that it calls, or calls no more, are told of: each keeps the ids of its
 * rules. A rule without functions is changed by its one call. A function that cannot be told does not undo the rule,
 * which is saved by then and names the function itself: `missed` says which ones, and why.
 */
export function tellingFunctions<Value>(
  change: Change<Value>,
  { before, after, idOf }: { before: string | null; after: string | null; idOf: (value: Value) => string },
): Change<Value> {
  const [old, now] = [namesIn(before), namesIn(after)];
  const told = [
    ...now.filter((name) => !old.includes(name)).map((name) => ({ name, calls: true })),
    ...old.filter((name) => !now.includes(name)).map((name) => ({ name, calls: false })),
  ];
  if (told.length === 0) return change;
  const untold: string[] = [];
  const { call = async (http: BackendClient) => change.read(await http.send(change.request)) } = change;
  return {
    ...change,
    call: async (http) => {
      const value = await call(http);
      for (const one of told) {
        const noted = await settle(note(http, { ...one, id: idOf(value) }));
        // One that is gone has no list in which the rule could be left over.
        if (noted.ok || (noted.failure.status === 404 && !one.calls)) continue;
        untold.push(`Function ${one.name} still has its old list of rules. ${changeFailed(noted.failure)}`);
      }
      return value;
    },
    missed: () => (untold.length === 0 ? undefined : untold.join(" ")),
  };
}
