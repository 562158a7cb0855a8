import { isJsonObject } from "@common/text/json";
import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import { tellingFunctions } from "~/services/search-relevance/functions/link.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { apiPath } from "~/services/platform/http/path";
import { bodyOfRule, ruleOfText } from "./content";
import { currentRule, getRule, ruleVersion } from "./read.server";

const common = { noun: "rule", right: "rules:write" } as const;
const resource = (id: string, text: string) => ({ kind: "rule", id, name: ruleOfText(text).name || id });
const createdSchema = z.object({ id: z.string() });

/**
 * The change of a rule as one of an index, whose draft or versions have it: its log tells of the change, and of its undo.
 */
export function inIndex<Value>(declared: Change<Value>, index: string | undefined): Change<Value> {
  if (index === undefined) return declared;
  const { undo } = declared;
  return {
    ...declared,
    resource: { ...declared.resource, index },
    ...(undo && {
      undo: (value: Value) => {
        const back = undo(value);
        return back && isJsonObject(back.value) ? { ...back, value: { ...back.value, index } } : back;
      },
    }),
  };
}

/** 409 where it is not what it was: no server refuses a save by itself, so it is looked at right before. */
async function requireVersion(http: BackendClient, { id, version }: { id: string; version: string }): Promise<void> {
  const stored = await currentRule({ http }, id);
  if (stored?.version === version) return;
  const detail = stored === undefined ? "There is no such rule any more." : "It was changed in the meantime.";
  throw new BackendError({
    failure: { kind: "status", status: 409, method: "PUT", path: apiPath`/_rule/${id}`, requestId: "", detail },
  });
}

function checked<Value>(change: Change<Value>, expected: { id: string; version: string }): Change<Value> {
  return {
    ...change,
    call: async (http) => {
      await requireVersion(http, expected);
      return change.read(await http.send(change.request));
    },
  };
}

/** Makes a new rule; gives its id. It runs before all others. */
export function toCreateRule(text: string): Change<string> {
  const change: Change<string> = {
    ...common,
    resource: resource("", text),
    verb: "create",
    request: { method: "POST", path: "/_rule", json: bodyOfRule(ruleOfText(text)) },
    read: ({ body, failed }) => {
      const made = createdSchema.safeParse(body);
      if (!made.success) throw failed("malformed");
      return made.data.id;
    },
    after: text,
    stored: async (http, id) => (await currentRule({ http }, id))?.text ?? null,
    undo: (id) => ({ kind: "delete-rule", value: { id, version: ruleVersion(ruleOfText(text)) } }),
  };
  return tellingFunctions(change, { before: null, after: text, idOf: (id) => id });
}

/** Stores the text in place of what is there, if that is still at `version`: 409 where somebody changed it. */
export function toSaveRule({
  id,
  text,
  version,
  before,
}: {
  id: string;
  text: string;
  version: string;
  before: string | null;
}): Change<void> {
  const change = checked(
    {
      ...common,
      resource: resource(id, text),
      verb: "update",
      request: { method: "PUT", path: apiPath`/_rule/${id}`, json: bodyOfRule(ruleOfText(text)) },
      read: requireDone,
      ...(before === null
        ? {}
        : {
            before,
            undo: () => ({ kind: "save-rule", value: { id, text: before, version: ruleVersion(ruleOfText(text)) } }),
          }),
      after: text,
    },
    { id, version },
  );
  return tellingFunctions(change, { before, after: text, idOf: () => id });
}

/** Deletes one, if it is still at `version`. */
export function toDeleteRule({ id, text, version }: { id: string; text: string; version: string }): Change<void> {
  const change = checked(
    {
      ...common,
      resource: resource(id, text),
      verb: "delete",
      request: { method: "DELETE", path: apiPath`/_rule/${id}` },
      read: requireDone,
      before: text,
      undo: () => ({ kind: "restore-rule", value: { id, text } }),
    },
    { id, version },
  );
  return tellingFunctions(change, { before: text, after: null, idOf: () => id });
}

/** Switches one on or off. */
export function toSwitchRule({ id, name, enabled }: { id: string; name: string; enabled: boolean }): Change<void> {
  return {
    ...common,
    resource: { kind: "rule", id, name: name || id },
    verb: "switch",
    request: { method: "PUT", path: apiPath`/_rule/${id}`, json: { enabled } },
    read: requireDone,
    before: { enabled: !enabled },
    after: { enabled },
    stored: async (http) => {
      const rule = await getRule({ http }, id);
      return rule === undefined ? null : { enabled: rule.content.enabled };
    },
    summary: () => (enabled ? "on" : "off"),
    undo: () => ({ kind: "switch-rule", value: { id, name, enabled: !enabled } }),
  };
}

/** Puts one in another place; the server moves those between. */
export function toMoveRule({
  id,
  name,
  from,
  to,
}: {
  id: string;
  name: string;
  from: number;
  to: number;
}): Change<void> {
  return {
    ...common,
    resource: { kind: "rule", id, name: name || id },
    verb: "reorder",
    request: { method: "PUT", path: apiPath`/_rule/${id}`, json: { order: to } },
    read: requireDone,
    before: { order: from },
    after: { order: to },
    stored: async (http) => {
      const rule = await getRule({ http }, id);
      return rule === undefined ? null : { order: rule.order };
    },
    undo: () => ({ kind: "move-rule", value: { id, name, from: to, to: from } }),
  };
}
