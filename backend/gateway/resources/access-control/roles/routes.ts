import { notFound } from "@backend/gateway/platform/http/errors";
import { empty, json } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Credential } from "@backend/gateway/platform/auth/credential";
import { answered, createCredential, created } from "../credentials/service";
import { readCredentialBody } from "../credentials/routes";
import type { Services } from "@backend/gateway/services";

const ACCESS = { kind: "server", category: "permission" } as const;

/**
 * `/_role/{name}`: credentials by role. Changes are sent on to the credential itself with 308, as the real server does.
 */
export function roleRoutes({ credentials }: Pick<Services, "credentials">): Route[] {
  const roleOf = (context: SignedContext) => context.params["name"] ?? "";

  async function require(context: SignedContext): Promise<Credential> {
    const credential = await credentials.byRole(roleOf(context));
    if (!credential) throw notFound(`an error occurred while fetching permissions for role=${roleOf(context)}`);
    return credential;
  }

  return [
    {
      methods: ["GET"],
      path: "/_role/:name",
      access: ACCESS,
      handle: async (context) => json(answered(await require(context), context.caller)),
    },
    {
      methods: ["POST"],
      path: "/_role/:name",
      access: ACCESS,
      handle: async (context) =>
        json(
          created(
            await createCredential({
              credentials,
              caller: context.caller,
              body: await readCredentialBody(context),
              role: roleOf(context),
            }),
          ),
        ),
    },
    {
      methods: ["PATCH", "PUT", "DELETE"],
      path: "/_role/:name",
      access: ACCESS,
      handle: async (context) =>
        empty(308, { Location: `/_permission/${encodeURIComponent((await require(context)).username)}` }),
    },
  ];
}
