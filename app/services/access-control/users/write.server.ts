import { type JsonValue, stringifyJson } from "@common/text/json";
import { aclsOf } from "@common/access-control/categories";
import * as z from "zod";
import type { Change } from "~/services/platform/changes/types";
import type { BackendAnswer, BackendClient } from "~/services/platform/http/client.server";
import { requireDone } from "~/services/platform/http/done.server";
import { BackendError } from "~/services/platform/http/errors.server";
import { categoriesOf, listUsers, type Rights, rightsOf, textOf, userApiPath, versionOf } from "./read.server";

const createdSchema = z.object({ username: z.string() });

const resource = (username: string) => ({ kind: "user", id: username });
const common = { noun: "user", right: "users:write" } as const;

function conflict(method: string, path: string, detail: string): BackendError {
  return new BackendError({ failure: { kind: "status", status: 409, method, path, requestId: "", detail } });
}

type Fields = Record<string, JsonValue>;

/**
 * The fields of rights as the server takes them. What is left out it works out itself: the actions of an admin, the
 * calls of actions.
 */
function fieldsOf({ email, isAdmin, actions, indices, acls, sources, depth }: Rights): Fields {
  return {
    email,
    is_admin: isAdmin,
    ...(isAdmin ? {} : { allowed_actions: actions }),
    indices,
    ...(acls === null ? {} : { acls }),
    sources,
    // No server takes null for it; at 0 none is counted.
    sources_xff_value: depth ?? 0,
  };
}

/** Only the fields that differ. */
function changedFields(before: Rights, after: Rights): Fields {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed = Object.entries(now).filter(
    ([name, value]) => stringifyJson(value) !== stringifyJson(old[name] ?? null),
  );
  const rightsChange = changed.some(([name]) => name === "is_admin" || name === "allowed_actions");
  // Servers give all calls of new actions; where the actions stay, leaving out none of theirs any more means to name
  // them all.
  const acls = after.acls ?? (before.acls === null || rightsChange ? null : aclsOf(categoriesOf(after)));
  const toName = acls !== null && (rightsChange || stringifyJson(acls) !== stringifyJson(before.acls));
  // Servers see who is to get alerts only where both are named.
  const alerts =
    [...before.actions, ...after.actions].includes("downtime-alerts") &&
    (rightsChange || changed.some(([name]) => name === "email"));
  const both: Fields = alerts && !after.isAdmin ? { allowed_actions: after.actions, email: after.email } : {};
  return { ...Object.fromEntries(changed), ...(toName ? { acls } : {}), ...both };
}

type New = Rights & { username: string; password: string };

/** Creates a user: 409 where there is one of this name, whom the server would overwrite without a word. */
export function toCreateUser({ username, password, ...rights }: New): Change<void> {
  const { sources_xff_value: depth, ...fields } = fieldsOf(rights);
  const json: Fields = {
    username,
    password,
    ...fields,
    ...(rights.depth === null ? {} : { sources_xff_value: depth ?? 0 }),
  };
  const request = { method: "POST", path: "/_user", json } as const;
  const read = ({ body, failed }: Pick<BackendAnswer, "body" | "failed">) => {
    if (!createdSchema.safeParse(body).success) throw failed("malformed");
  };
  return {
    ...common,
    resource: resource(username),
    verb: "create",
    request,
    read,
    after: textOf(rights),
    stored: async (http: BackendClient) => (await currentUser({ http }, username))?.text ?? null,
    async call(http: BackendClient) {
      if (await currentUser({ http }, username))
        throw conflict("POST", "/_user", `There is a user ${username} already.`);
      return read(await http.send(request));
    },
  };
}

type Save = { username: string; text: string; version: string; /** What is stored now. */ before: string | null };

/** Saves what differs from what is stored, if that is still at `version`: 409 where somebody changed it. */
export function toSaveUser({ username, text, version, before }: Save): Change<void> {
  const after = rightsOf(text);
  const request = {
    method: "PATCH",
    path: userApiPath(username),
    json: before === null ? fieldsOf(after) : changedFields(rightsOf(before), after),
  } as const;
  return {
    ...common,
    resource: resource(username),
    verb: "update",
    request,
    read: requireDone,
    async call(http: BackendClient) {
      const stored = await currentUser({ http }, username);
      if (stored?.version !== version)
        throw conflict(
          "PATCH",
          request.path,
          stored ? "It was changed in the meantime." : `There is no user ${username} any more.`,
        );
      return requireDone(await http.send(request));
    },
    ...(before === null
      ? {}
      : { before, undo: () => ({ kind: "save-user", value: { username, text: before, version: versionOf(after) } }) }),
    after: text,
    stored: async (http: BackendClient) => (await currentUser({ http }, username))?.text ?? null,
  };
}

/** Gives a user another password. */
export function toSetPassword({ username, password }: { username: string; password: string }): Change<void> {
  const request = { method: "PATCH", path: userApiPath(username), json: { password } } as const;
  return {
    ...common,
    noun: "password of user",
    resource: resource(username),
    verb: "update",
    request,
    read: requireDone,
  };
}

/** Deletes a user. There is no way back: nobody can give him the password that he had. */
export function toDeleteUser({ username, text }: { username: string; text: string }): Change<void> {
  const request = { method: "DELETE", path: userApiPath(username) } as const;
  return { ...common, resource: resource(username), verb: "delete", request, read: requireDone, before: text };
}

/** A user as stored now, with the version; undefined where there is none. Throws BackendError. */
export async function currentUser(
  scope: { http: BackendClient },
  username: string,
): Promise<{ text: string; version: string } | undefined> {
  const found = (await listUsers(scope)).find((user) => user.username === username);
  return found && { text: textOf(found), version: versionOf(found) };
}
