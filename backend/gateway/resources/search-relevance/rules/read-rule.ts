import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { ExpressionError } from "@common/search-relevance/rule-expression/tokens";
import { ACTIONS, type ActionType, TRIGGERS, type TriggerType } from "@common/search-relevance/rule-kinds";
import type { Author } from "@backend/gateway/platform/access/runs-as";
import { badRequest } from "@backend/gateway/platform/http/errors";
import { requireData } from "./action-data";
import { requireCronLine } from "./cron/line";
import { compileExpression } from "./expression";
import type { StoredAction, StoredRule } from "./schema";

/** The body of a call, as an object. Throws 400. */
export function readObject(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    throw badRequest("Can't parse request body");
  }
  if (!isJsonObject(value)) throw badRequest("Can't parse request body");
  return value;
}

function wrongType(name: string, wanted: string): Error {
  return badRequest(`${name} must be ${wanted}`);
}

function textOf(value: JsonValue | undefined, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw wrongType(name, "a string");
  return value;
}

function flagOf(value: JsonValue | undefined, name: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw wrongType(name, "a boolean");
  return value;
}

function wholeOf(value: JsonValue | undefined, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw wrongType(name, "a whole number");
  return value;
}

function timeframeOf(value: JsonValue | undefined): { start_time: number; end_time?: number } | null {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) throw wrongType("trigger.timeframe", "an object");
  const start = wholeOf(value["start_time"], "trigger.timeframe.start_time");
  const end = wholeOf(value["end_time"], "trigger.timeframe.end_time");
  if (start === undefined) throw badRequest("start_time is required in the timeframe of a trigger");
  if (end !== undefined && end !== 0 && end < start)
    throw badRequest("end_time of a timeframe can not be before its start_time");
  return { start_time: start, ...(end ? { end_time: end } : {}) };
}

function requireExpression(type: TriggerType, expression: string | undefined): void {
  if ((expression ?? "").trim() === "") {
    if (type === "filter" || type === "cron") throw badRequest(`trigger expression is required for the type ${type}`);
    return;
  }
  try {
    if (type === "cron") requireCronLine(expression ?? "");
    else compileExpression(expression ?? "");
  } catch (error) {
    if (error instanceof ExpressionError) throw badRequest(`invalid trigger expression: ${error.message}`);
    throw error;
  }
}

function triggerOf(value: JsonValue | undefined): StoredRule["trigger"] {
  if (value === undefined || value === null) throw badRequest("trigger can not be empty");
  if (!isJsonObject(value)) throw wrongType("trigger", "an object");
  const given = textOf(value["type"], "trigger.type");
  const type = TRIGGERS.find((one) => one === (given === "query" ? "filter" : given));
  if (type === undefined)
    throw badRequest(`invalid trigger type: ${given ?? ""}, it must be one of ${TRIGGERS.join(", ")}`);
  const expression = textOf(value["expression"], "trigger.expression");
  requireExpression(type, expression);
  return { type, expression: expression ?? "", timeframe: timeframeOf(value["timeframe"]) };
}

function actionOf(value: JsonValue, { id, before }: { id: string; before: StoredRule | null }): StoredAction {
  if (!isJsonObject(value)) throw wrongType("an action", "an object");
  const given = textOf(value["type"], "type of an action") ?? "";
  if (given === "") throw badRequest("action type can not be empty");
  const type = ACTIONS.find((one) => one === given);
  if (type === undefined) throw badRequest(`invalid action type: ${given}`);
  const data = value["data"] ?? undefined;
  requireData(type, data);
  return {
    type,
    ...(data === undefined ? {} : { data: stringifyJson(data) }),
    ...(type === "script" ? { script: keptScript(textOf(value["script"], "script"), { id, before }) } : {}),
    ...Object.fromEntries(
      (["request", "response", "envs"] as const).flatMap((name) =>
        value[name] === undefined ? [] : [[name, value[name]]],
      ),
    ),
  };
}

// What came from a list of rules holds the id where the script was: the script stays.
function keptScript(script: string | undefined, { id, before }: { id: string; before: StoredRule | null }): string {
  const kept = before?.actions.find(({ type }) => type === "script")?.script;
  if (script !== undefined && script === id && kept) return kept;
  if ((script ?? "").trim() === "") throw badRequest("Script can not be empty");
  return Buffer.from(script ?? "", "utf8").toString("base64");
}

function actionsOf(value: JsonValue | undefined, of: { id: string; before: StoredRule | null }): StoredAction[] {
  if (value !== undefined && value !== null && !Array.isArray(value)) throw wrongType("actions", "a list");
  if (!value || value.length === 0) throw badRequest("actions can not be empty");
  const actions = value.map((item) => actionOf(item, of));
  const twice = actions.find(({ type }, place) => actions.findIndex((one) => one.type === type) !== place);
  if (twice) throw badRequest(`duplicate action type: ${twice.type}`);
  return actions;
}

function requireFitting({ trigger, actions }: StoredRule): void {
  const types = actions.map(({ type }) => type as ActionType);
  if ((trigger.type === "cron" || trigger.type === "index") && types.some((type) => type !== "script"))
    throw badRequest(`a trigger of the type ${trigger.type} allows only the action script`);
}

const now = () => Math.floor(Date.now() / 1000);

/** A new rule of an author, made of a body, without its place among the others. Throws 400. */
export function newRule(body: JsonObject, author: Author): StoredRule {
  const id = randomUUID();
  const rule: StoredRule = {
    id,
    name: textOf(body["name"], "name") ?? "",
    description: textOf(body["description"], "description") ?? "",
    enabled: flagOf(body["enabled"], "enabled") ?? true,
    order: 0,
    created_at: now(),
    updated_at: now(),
    show_advance_editor: flagOf(body["show_advance_editor"], "show_advance_editor") ?? false,
    trigger: triggerOf(body["trigger"]),
    actions: actionsOf(body["actions"], { id, before: null }),
    author,
  };
  requireFitting(rule);
  return rule;
}

/**
 * Whether a change says what a rule does, or switches it on: who makes it answers for it. Its name, its place and that
 * it is off do nothing.
 */
export function takesOver(body: JsonObject): boolean {
  return body["trigger"] !== undefined || body["actions"] !== undefined || body["enabled"] === true;
}

/**
 * A rule with the members that a body has; the others stay. Who changes what it does is its author from then on. Throws
 * 400.
 */
export function changedRule(before: StoredRule, { body, by }: { body: JsonObject; by: Author }): StoredRule {
  const rule: StoredRule = {
    ...before,
    name: textOf(body["name"], "name") ?? before.name,
    description: textOf(body["description"], "description") ?? before.description,
    enabled: flagOf(body["enabled"], "enabled") ?? before.enabled,
    order: wholeOf(body["order"], "order") ?? before.order,
    updated_at: now(),
    show_advance_editor: flagOf(body["show_advance_editor"], "show_advance_editor") ?? before.show_advance_editor,
    trigger: body["trigger"] === undefined ? before.trigger : triggerOf(body["trigger"]),
    actions: body["actions"] === undefined ? before.actions : actionsOf(body["actions"], { id: before.id, before }),
    ...(takesOver(body) ? { author: by } : {}),
  };
  requireFitting(rule);
  return rule;
}
