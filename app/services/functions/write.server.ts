import { type JsonObject, type JsonValue, stringifyJson } from "@common/json";
import { type ShownAnswer, shownAnswer } from "~/lib/json/answer.server";
import type { Change } from "~/services/changes/types";
import type { BackendAnswer } from "~/services/http/client.server";
import { apiPath } from "~/services/http/path";
import type { ServerFunction } from "./read.server";

const common = { noun: "function", right: "rules:write" } as const;
const resource = (name: string) => ({ kind: "function", id: name, name });

/** What is sent back of a function: all that is kept, less what the server counts itself. */
export function bodyOfFunction(stored: JsonObject, changed: JsonObject): JsonObject {
  const { invocationCount: _, availableReplicas: __, ...kept } = stored;
  return { ...kept, ...changed };
}

// Servers answer with an object, or with nothing; a page in words comes from something else.
function requireNoPage({ body, text, failed }: BackendAnswer) {
  if (body === undefined && text.trim() !== "" && /^\s*</.test(text)) throw failed("malformed");
  if (typeof body === "string" && /^\s*</.test(body)) throw failed("malformed");
}

/** Switches one on or off. The whole function is sent: whether a server takes a part of it is not known. */
export function toSwitchFunction({ name, stored }: Pick<ServerFunction, "name" | "stored">, enabled: boolean): Change<void> {
  return {
    ...common,
    resource: resource(name),
    verb: "switch",
    request: { method: "PUT", path: apiPath`/_function/${name}`, json: bodyOfFunction(stored, { enabled }) },
    read: requireNoPage,
    summary: () => (enabled ? "on" : "off"),
    undo: () => ({ kind: "switch-function", value: { name, enabled: !enabled } }),
  };
}

/** Runs one with a body; gives what it answered. What it does then is its own affair, so there is no way back. */
export function toInvokeFunction({ name, body }: { name: string; body: JsonValue }): Change<ShownAnswer> {
  return {
    ...common,
    resource: resource(name),
    verb: "run",
    request: { method: "POST", path: apiPath`/_function/${name}`, json: body },
    read: ({ text }) => shownAnswer(text),
  };
}

/** Deletes one. Its code is not on the server's side of the call, so it cannot be put back from here. */
export function toDeleteFunction({ name, stored }: Pick<ServerFunction, "name" | "stored">): Change<void> {
  return {
    ...common,
    resource: resource(name),
    verb: "delete",
    request: { method: "DELETE", path: apiPath`/_function/${name}` },
    read: requireNoPage,
    before: stringifyJson(stored),
  };
}
