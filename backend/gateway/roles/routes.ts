import { notFound } from "../http/errors";
import { empty, json } from "../http/reply";
import type { Route, SignedContext } from "../http/types";
import type { Permission } from "../permissions/schema";
import { answered, createPermission, created } from "../permissions/service";
import { readPermissionBody } from "../permissions/routes";
import type { Services } from "../services";

const ACCESS = { kind: "server", category: "permission" } as const;

/** `/_role/{name}`: credentials by role. Changes are sent on to the credential itself with 308, as the real server does. */
export function roleRoutes({ permissions }: Pick<Services, "permissions">): Route[] {
  const roleOf = (context: SignedContext) => context.params["name"] ?? "";

  async function require(context: SignedContext): Promise<Permission> {
    const permission = await permissions.byRole(roleOf(context));
    if (!permission) throw notFound(`an error occurred while fetching permissions for role=${roleOf(context)}`);
    return permission;
  }

  return [
    { methods: ["GET"], path: "/_role/:name", access: ACCESS, handle: async (context) => json(answered(await require(context), context.caller)) },
    {
      methods: ["POST"],
      path: "/_role/:name",
      access: ACCESS,
      handle: async (context) =>
        json(created(await createPermission({ permissions, caller: context.caller, body: await readPermissionBody(context), role: roleOf(context) }))),
    },
    {
      methods: ["PATCH", "PUT", "DELETE"],
      path: "/_role/:name",
      access: ACCESS,
      handle: async (context) => empty(308, { Location: `/_permission/${encodeURIComponent((await require(context)).username)}` }),
    },
  ];
}
