import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { requireAllTold, toldMembers } from "@backend/gateway/platform/fields/kept-whole";
import type { Reader } from "@backend/gateway/platform/fields/readers";
import { answered, type Beside, ruleScript, type StoredRule } from "./schema";

/** A rule's answer as JSON. */
export function asJson(rule: Record<string, unknown>): JsonValue {
  return parseJson(stringifyJson(rule));
}

function withDocuments(action: JsonValue, reader: Reader): JsonValue {
  if (!isJsonObject(action) || action["type"] !== "promote_result" || !Array.isArray(action["data"])) return action;
  const shown = (item: JsonValue): JsonValue =>
    isJsonObject(item) && item["doc"] !== undefined && isJsonObject(item["doc"])
      ? { ...item, doc: reader.hit(item["doc"]) }
      : {};
  return { ...action, data: action["data"].map(shown) };
}

// One by one: of a list of which an entry is left out the others would stand for something else.
function toldAction(action: JsonValue, reader: Reader): JsonValue {
  const open = withDocuments(action, reader);
  if (!isJsonObject(open)) return {};
  const isDocuments = open["type"] === "promote_result";
  const told = reader.told(open);
  if (isDocuments || !isJsonObject(told) || told["type"] !== "search_settings" || !reader.isNamed(open["data"] ?? null))
    return told;
  const { data: _data, ...rest } = told;
  return rest;
}

/**
 * A rule as it is answered to a reader whose fields are limited: without what names others, and its documents trimmed.
 * `beside` as `answered` takes it.
 */
export function toldRule(rule: StoredRule, { reader, beside }: { reader: Reader; beside: Beside }): JsonObject {
  const value = asJson(answered(rule, beside));
  if (!isJsonObject(value)) return {};
  const { actions, author, trigger, ...rest } = value;
  return {
    ...toldMembers(rest, reader),
    ...(author === undefined ? {} : { author }),
    ...(trigger !== undefined && isJsonObject(trigger) ? { trigger: toldMembers(trigger, reader) } : {}),
    actions: Array.isArray(actions) ? actions.map((action) => toldAction(action, reader)) : [],
  };
}

/**
 * Refuses to replace members of a rule, all where none are given, that name what their caller may not see; the script
 * stands with the actions. Throws 401.
 */
export function requireRuleTold(
  rule: StoredRule,
  { reader, replaced }: { reader: Reader | null; replaced?: readonly string[] },
): void {
  if (!reader) return;
  const script = ruleScript(rule);
  const kept = { ...answered(rule), script };
  const told = {
    ...toldRule(rule, { reader, beside: { stopped: null, failures: null } }),
    script: script !== null && reader.isNamed(script) ? null : script,
  };
  const names = replaced?.flatMap((name) => (name === "actions" ? [name, "script"] : name in kept ? [name] : []));
  requireAllTold({ kept, told, what: "this rule", ...(names ? { replaced: names } : {}) });
}
