import { userNotFound } from "@backend/gateway/platform/http/errors";
import type { SignedContext, Route } from "@backend/gateway/platform/http/types";
import { isLocal } from "@backend/gateway/platform/http/local";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json, message } from "@backend/gateway/platform/http/reply";
import { callerName } from "@backend/gateway/platform/auth/types";
import { mapInTurns } from "@backend/gateway/platform/grants/in-turns";
import type { Services } from "@backend/gateway/services";
import { type User, type UserBody, UserBodySchema } from "@backend/gateway/platform/auth/user";
import { createUser, deleteUser, patchUser, shownTo } from "./service";

const ACCESS = { kind: "server", category: "user" } as const;

async function readUserBody(context: SignedContext): Promise<UserBody> {
  return parseOwnBody({ text: await context.text(), schema: UserBodySchema, refusal: "can't parse request body" });
}

// Only where there is one: other servers know no such field.
const withFactor = (user: User, has: boolean) => (has ? { ...user, second_factor: true } : user);

/** `/_user`, `/_users`: the signed-in user, and user management. PUT is taken like PATCH. */
export function userRoutes({
  users,
  credentials,
  secondFactors,
}: Pick<Services, "users" | "credentials" | "secondFactors">): Route[] {
  // Without a name the route means the caller.
  const nameOf = (context: SignedContext) => context.params["name"] ?? callerName(context.caller);

  async function get(context: SignedContext) {
    const user = await users.get(nameOf(context));
    if (!user) throw userNotFound(nameOf(context));
    return json(withFactor(shownTo(context.caller, user), await secondFactors.has(user.username)));
  }

  async function patch(context: SignedContext) {
    if (isLocal(context)) return message("User is updated successfully");
    await patchUser({ users, caller: context.caller, username: nameOf(context), body: await readUserBody(context) });
    return message("User is updated successfully");
  }

  async function remove(context: SignedContext) {
    if (isLocal(context)) return message(`user with "username"="${nameOf(context)}" deleted`);
    await deleteUser({ users, caller: context.caller, username: nameOf(context) });
    // Somebody else may get the name.
    await secondFactors.reset(nameOf(context));
    return message(`user with "username"="${nameOf(context)}" deleted`);
  }

  return [
    { methods: ["GET"], path: "/_user", access: { ...ACCESS, skipUserCategory: true }, handle: get },
    { methods: ["GET"], path: "/_user/:name", access: ACCESS, handle: get },
    {
      methods: ["GET"],
      path: "/_users",
      access: ACCESS,
      handle: async ({ caller }) => {
        const [all, factors] = await Promise.all([users.list(), secondFactors.all()]);
        return json(await mapInTurns(all, (user) => withFactor(shownTo(caller, user), factors.has(user.username))));
      },
    },
    {
      methods: ["POST"],
      path: "/_user",
      access: ACCESS,
      handle: async (context) =>
        json(await createUser({ users, credentials, caller: context.caller, body: await readUserBody(context) }), 201),
    },
    { methods: ["PATCH", "PUT"], path: "/_user", access: ACCESS, handle: patch },
    { methods: ["PATCH", "PUT"], path: "/_user/:name", access: ACCESS, handle: patch },
    { methods: ["DELETE"], path: "/_user", access: ACCESS, handle: remove },
    { methods: ["DELETE"], path: "/_user/:name", access: ACCESS, handle: remove },
  ];
}
