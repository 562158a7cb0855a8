import { isJsonObject, type JsonObject, parseJson } from "@common/text/json";
import type { Change, ChangeRequest } from "~/services/platform/changes/types";
import { apiPath } from "~/services/platform/http/path";
import type { CopyPlan } from "./plan";

/** A plan whose mapping and settings are texts, as forms and jobs have them, or read already. */
type AnyCopyPlan = Omit<CopyPlan, "mappings" | "settings"> &
  Record<"mappings" | "settings", string | JsonObject | null>;

const objectOf = (text: string | JsonObject | null): JsonObject | undefined => {
  const value = typeof text === "string" ? parseJson(text) : text;
  return isJsonObject(value) ? value : undefined;
};

function settingsOf({ settings, shards, replicas }: AnyCopyPlan): JsonObject | undefined {
  const numbers = {
    ...(shards === null ? {} : { number_of_shards: shards }),
    ...(replicas === null ? {} : { number_of_replicas: replicas }),
  };
  const { index, ...rest } = objectOf(settings) ?? {};
  // `index.refresh_interval` and `refresh_interval` are one setting: all go below `index`.
  const flat = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key.replace(/^index\./, ""), value]));
  const all = { ...(isJsonObject(index) ? index : {}), ...flat, ...numbers };
  return Object.keys(all).length === 0 ? undefined : { index: all };
}

/**
 * The body of a re-index, what was not chosen left out: the server then takes it from the source. `type` is for engines
 * before version 7.
 */
function bodyOf(plan: AnyCopyPlan): JsonObject {
  const [mappings, settings] = [objectOf(plan.mappings), settingsOf(plan)];
  return {
    ...(mappings && { mappings }),
    ...(settings && { settings }),
    ...(plan.include.length > 0 && { include_fields: plan.include }),
    ...(plan.exclude.length > 0 && { exclude_fields: plan.exclude }),
    ...(plan.type !== null && { type: plan.type }),
    ...(plan.action.length > 0 && { action: [...plan.action] }),
  };
}

/** The call that starts a re-index; it answers with a task. */
export function copyRequest(plan: AnyCopyPlan): ChangeRequest {
  const path =
    plan.target === null ? apiPath`/_reindex/${plan.source}` : apiPath`/_reindex/${plan.source}/${plan.target}`;
  return { method: "POST", path, query: { wait_for_completion: false }, json: bodyOf(plan) };
}

/** A re-index or clone as the one change that it is; its job sends the call. */
export function toCopy({ plan, clone }: { plan: AnyCopyPlan; clone: boolean }): Change<void> {
  return {
    resource: { kind: "index", id: plan.source, index: plan.source },
    verb: clone ? "clone" : "reindex",
    noun: "index",
    right: "documents:write",
    request: copyRequest(plan),
    read: () => undefined,
    summary: () => (plan.target === null ? "in place" : `into ${plan.target}`),
  };
}
