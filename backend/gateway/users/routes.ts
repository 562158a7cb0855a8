import type { SignedContext, Route } from "../http/types";
import { isLocal } from "../http/local";
import { parseOwnBody } from "../http/own-body";
import { json, message } from "../http/reply";
import { callerName } from "../auth/types";
import { mapInTurns } from "../grants/in-turns";
import type { Services } from "../services";
import { type UserBody, UserBodySchema } from "./schema";
import { createUser, deleteUser, patchUser, shownTo, userNotFound } from "./service";

const ACCESS = { kind: "server", category: "user" } as const;

async function readUserBody(context: SignedContext): Promise<UserBody> {
  return parseOwnBody({ text: await context.text(), schema: UserBodySchema, refusal: "can't parse request body" });
}

/** `/_user`, `/_users`: the signed-in user, and user management. PUT is taken like PATCH. */
export function userRoutes({ users, permissions }: Pick<Services, "users" | "permissions">): Route[] {
  // Without a name the route means the caller.
  const nameOf = (context: SignedContext) => context.params["name"] ?? callerName(context.caller);

  async function get(context: SignedContext) {
    const user = await users.get(nameOf(context));
    if (!user) throw userNotFound(nameOf(context));
    return json(shownTo(context.caller, user));
  }

  async function patch(context: SignedContext) {
    if (isLocal(context)) return message("User is updated successfully");
    await patchUser({ users, caller: context.caller, username: nameOf(context), body: await readUserBody(context) });
    return message("User is updated successfully");
  }

  async function remove(context: SignedContext) {
    if (isLocal(context)) return message(`user with "username"="${nameOf(context)}" deleted`);
    await deleteUser({ users, caller: context.caller, username: nameOf(context) });
    return message(`user with "username"="${nameOf(context)}" deleted`);
  }

  return [
    { methods: ["GET"], path: "/_user", access: { ...ACCESS, skipUserCategory: true }, handle: get },
    { methods: ["GET"], path: "/_user/:name", access: ACCESS, handle: get },
    {
      methods: ["GET"],
      path: "/_users",
      access: ACCESS,
      handle: async ({ caller }) => json(await mapInTurns(await users.list(), (user) => shownTo(caller, user))),
    },
    {
      methods: ["POST"],
      path: "/_user",
      access: ACCESS,
      handle: async (context) => json(await createUser({ users, permissions, caller: context.caller, body: await readUserBody(context) }), 201),
    },
    { methods: ["PATCH", "PUT"], path: "/_user", access: ACCESS, handle: patch },
    { methods: ["PATCH", "PUT"], path: "/_user/:name", access: ACCESS, handle: patch },
    { methods: ["DELETE"], path: "/_user", access: ACCESS, handle: remove },
    { methods: ["DELETE"], path: "/_user/:name", access: ACCESS, handle: remove },
  ];
}
