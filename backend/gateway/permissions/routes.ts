import { mapInTurns } from "../grants/in-turns";
import { isLocal } from "../http/local";
import { parseOwnBody } from "../http/own-body";
import { json, message } from "../http/reply";
import type { Route, SignedContext } from "../http/types";
import type { Services } from "../services";
import { rotateRoute } from "./rotate";
import { type PermissionBody, PermissionBodySchema } from "./schema";
import { answered, createPermission, created, deletePermission, patchPermission, permissionNotFound, requireUser } from "./service";

const ACCESS = { kind: "server", category: "permission" } as const;

/** The body of a credential call. Throws 400. */
export async function readPermissionBody(context: SignedContext): Promise<PermissionBody> {
  return parseOwnBody({ text: await context.text(), schema: PermissionBodySchema, refusal: "can't parse request body" });
}

/** `/_permission`, `/_permissions`: API credentials. PUT is taken like PATCH. */
export function permissionRoutes({ permissions }: Pick<Services, "permissions">): Route[] {
  const nameOf = (context: SignedContext) => context.params["name"] ?? "";

  async function list(context: SignedContext, filter: { owner?: string; index?: string }) {
    requireUser(context.caller);
    return json(await mapInTurns(await permissions.list(filter), (permission) => answered(permission, context.caller)));
  }

  return [
    { methods: ["GET"], path: "/_permissions", access: ACCESS, handle: (context) => list(context, {}) },
    { methods: ["GET"], path: "/user/_permissions", access: ACCESS, handle: (context) => list(context, { owner: requireUser(context.caller).username }) },
    { methods: ["GET"], path: "/:index/_permissions", access: ACCESS, handle: (context) => list(context, { index: context.params["index"] ?? "" }) },
    {
      methods: ["POST"],
      path: "/_permission",
      access: ACCESS,
      handle: async (context) => json(created(await createPermission({ permissions, caller: context.caller, body: await readPermissionBody(context) }))),
    },
    {
      methods: ["GET"],
      path: "/_permission/:name",
      access: ACCESS,
      handle: async (context) => {
        const permission = await permissions.get(nameOf(context));
        if (!permission) throw permissionNotFound(nameOf(context));
        return json(answered(permission, context.caller));
      },
    },
    {
      methods: ["PATCH", "PUT"],
      path: "/_permission/:name",
      access: ACCESS,
      handle: async (context) => {
        if (isLocal(context)) return message("permission is updated successfully");
        await patchPermission({ permissions, caller: context.caller, username: nameOf(context), body: await readPermissionBody(context) });
        return message("permission is updated successfully");
      },
    },
    {
      methods: ["DELETE"],
      path: "/_permission/:name",
      access: ACCESS,
      handle: async (context) => {
        if (!isLocal(context)) await deletePermission({ permissions, caller: context.caller, username: nameOf(context) });
        return message(`permission with "username"="${nameOf(context)}" deleted`);
      },
    },
    rotateRoute({ permissions }),
  ];
}
