import { mapInTurns } from "@backend/gateway/platform/grants/in-turns";
import { isLocal } from "@backend/gateway/platform/http/local";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json, message } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import { rotateRoute } from "./rotate";
import { type CredentialBody, CredentialBodySchema } from "@backend/gateway/platform/auth/credential";
import {
  answered,
  createCredential,
  created,
  deleteCredential,
  patchCredential,
  credentialNotFound,
  requireUser,
} from "./service";

const ACCESS = { kind: "server", category: "permission" } as const;

/** The body of a credential call. Throws 400. */
export async function readCredentialBody(context: SignedContext): Promise<CredentialBody> {
  return parseOwnBody({
    text: await context.text(),
    schema: CredentialBodySchema,
    refusal: "can't parse request body",
  });
}

/** `/_permission`, `/_permissions`: API credentials. PUT is taken like PATCH. */
export function credentialRoutes({ credentials }: Pick<Services, "credentials">): Route[] {
  const nameOf = (context: SignedContext) => context.params["name"] ?? "";

  async function list(context: SignedContext, filter: { owner?: string; index?: string }) {
    requireUser(context.caller);
    return json(await mapInTurns(await credentials.list(filter), (credential) => answered(credential, context.caller)));
  }

  return [
    { methods: ["GET"], path: "/_permissions", access: ACCESS, handle: (context) => list(context, {}) },
    {
      methods: ["GET"],
      path: "/user/_permissions",
      access: ACCESS,
      handle: (context) => list(context, { owner: requireUser(context.caller).username }),
    },
    {
      methods: ["GET"],
      path: "/:index/_permissions",
      access: ACCESS,
      handle: (context) => list(context, { index: context.params["index"] ?? "" }),
    },
    {
      methods: ["POST"],
      path: "/_permission",
      access: ACCESS,
      handle: async (context) =>
        json(
          created(
            await createCredential({ credentials, caller: context.caller, body: await readCredentialBody(context) }),
          ),
        ),
    },
    {
      methods: ["GET"],
      path: "/_permission/:name",
      access: ACCESS,
      handle: async (context) => {
        const credential = await credentials.get(nameOf(context));
        if (!credential) throw credentialNotFound(nameOf(context));
        return json(answered(credential, context.caller));
      },
    },
    {
      methods: ["PATCH", "PUT"],
      path: "/_permission/:name",
      access: ACCESS,
      handle: async (context) => {
        if (isLocal(context)) return message("permission is updated successfully");
        await patchCredential({
          credentials,
          caller: context.caller,
          username: nameOf(context),
          body: await readCredentialBody(context),
        });
        return message("permission is updated successfully");
      },
    },
    {
      methods: ["DELETE"],
      path: "/_permission/:name",
      access: ACCESS,
      handle: async (context) => {
        if (!isLocal(context))
          await deleteCredential({ credentials, caller: context.caller, username: nameOf(context) });
        return message(`permission with "username"="${nameOf(context)}" deleted`);
      },
    },
    rotateRoute({ credentials }),
  ];
}
