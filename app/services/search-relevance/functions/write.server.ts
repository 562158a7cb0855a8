import { type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { type ShownAnswer, shownAnswer } from "~/lib/json/answer.server";
import type { Change, ChangeRequest } from "~/services/platform/changes/types";
import type { BackendAnswer } from "~/services/platform/http/client.server";
import { apiPath } from "~/services/platform/http/path";
import { settle } from "~/services/platform/http/settle.server";
import { getFunction, type ServerFunction } from "./read.server";

const common = { noun: "function", right: "functions:write" } as const;
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
export function toSwitchFunction(
  { name, stored }: Pick<ServerFunction, "name" | "stored">,
  enabled: boolean,
): Change<void> {
  return {
    ...common,
    resource: resource(name),
    verb: "switch",
    request: { method: "PUT", path: apiPath`/_function/${name}`, json: bodyOfFunction(stored, { enabled }) },
    read: requireNoPage,
    before: { enabled: !enabled },
    after: { enabled },
    stored: async (http) => {
      const now = await getFunction({ http }, name);
      return now === null ? undefined : { enabled: now.enabled };
    },
    summary: () => (enabled ? "on" : "off"),
    undo: () => ({ kind: "switch-function", value: { name, enabled: !enabled } }),
  };
}

/** Two functions that change places: their names, and the orders that they have. */
export type Swap = { name: string; order: number; other: string; otherOrder: number };

/**
 * Gives two functions each other's order. That takes two calls, for servers have none that moves one; where the second
 * fails the first is taken back. Refused with 409 where one of them has another order by now.
 */
export function toSwapFunctions({ name, order, other, otherOrder }: Swap): Change<void> {
  const put = ({ stored, name: of }: Pick<ServerFunction, "name" | "stored">, place: number): ChangeRequest => ({
    method: "PUT",
    path: apiPath`/_function/${of}`,
    json: bodyOfFunction(stored, { order: place }),
  });
  const request = put({ name, stored: {} }, otherOrder);
  return {
    ...common,
    resource: resource(name),
    verb: "reorder",
    request,
    read: requireNoPage,
    async call(http) {
      const [moved, passed] = [await getFunction({ http }, name), await getFunction({ http }, other)];
      if (moved?.order !== order || passed?.order !== otherOrder)
        throw http.conflict(request, "The order was changed in the meantime.");
      requireNoPage(await http.send(put(moved, otherOrder)));
      try {
        requireNoPage(await http.send(put(passed, order)));
      } catch (error) {
        await settle(http.send(put(moved, order)));
        throw error;
      }
    },
    before: { order },
    after: { order: otherOrder },
    stored: async (http) => {
      const now = await getFunction({ http }, name);
      return now === null ? undefined : { order: now.order };
    },
    summary: () => `with ${other}`,
    undo: () => ({ kind: "swap-functions", value: { name, order: otherOrder, other, otherOrder: order } }),
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
    // Whatever members its answer has, they are its own.
    came: () => ({ kind: "all" }),
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
