import { NO_SECOND_FACTOR } from "@common/access-control/second-factor";
import type * as z from "zod";
import { clientAddress } from "@backend/gateway/platform/access/sources";
import { isAdmin } from "@backend/gateway/platform/auth/types";
import { requireHasAll } from "@backend/gateway/platform/grants/grants";
import { rightsOfUser } from "@backend/gateway/platform/grants/rights";
import { badRequest, unauthorized, userNotFound } from "@backend/gateway/platform/http/errors";
import { parseOwnBody } from "@backend/gateway/platform/http/own-body";
import { json, message, type Reply } from "@backend/gateway/platform/http/reply";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import type { Services } from "@backend/gateway/services";
import type { User } from "@backend/gateway/platform/auth/user";
import { BeginSchema, CodeSchema, ProofSchema } from "./schema";
import type { Who } from "./service";

const OWN = "/_user/_second_factor";

function requireUser({ caller }: SignedContext): User {
  if (caller.kind !== "user") throw unauthorized("only a user has a second factor");
  return caller.user;
}

/** Tries are counted by the address of the connection: a header may say any, unless the user's own record trusts it. */
function whoIs(context: SignedContext): Who {
  const user = requireUser(context);
  const { headers, socketAddress } = context;
  const depth = user.sources_xff_value;
  return {
    user,
    address: depth !== null && depth > 0 ? clientAddress({ headers, socketAddress, depth }) : socketAddress,
  };
}

async function bodyOf<Body>(context: SignedContext, schema: z.ZodType<Body>): Promise<Body> {
  const text = await context.text();
  return parseOwnBody({ text: text === "" ? "{}" : text, schema, refusal: "can't parse request body" });
}

/** Calls of a user about his own second factor. Their bodies hold codes and secrets, which no log keeps. */
function own(
  path: string,
  handle: (context: SignedContext) => Promise<Reply>,
  more: Partial<Pick<Route, "methods" | "log" | "withoutSecondFactor">> = {},
): Route {
  return { methods: ["POST"], path: `${OWN}/${path}`, access: { kind: "signed-in" }, log: "bare", handle, ...more };
}

/**
 * `/_user/_second_factor`, which only this server has: TOTP and recovery codes of users, and their reset by who may
 * change their password.
 */
export function secondFactorRoutes({ users, secondFactors }: Pick<Services, "users" | "secondFactors">): Route[] {
  async function reset(context: SignedContext): Promise<Reply> {
    const username = context.params["name"] ?? "";
    const { caller } = context;
    const user = await users.get(username);
    if (!user) throw userNotFound(username);
    if (caller.kind !== "user") throw unauthorized("only a user can reset a second factor");
    if (caller.user.username === username) throw badRequest("one's own second factor ends with a code");
    if (user.is_admin && !isAdmin(caller)) throw unauthorized("only an admin can change an admin");
    requireHasAll(caller, rightsOfUser(user));
    if (!(await secondFactors.reset(username))) throw badRequest(NO_SECOND_FACTOR);
    return message(`second factor of user with "username"="${username}" is reset`);
  }

  return [
    own("_state", async (context) => json(await secondFactors.state(requireUser(context).username)), {
      methods: ["GET"],
      log: false,
    }),
    own(
      "_verify",
      async (context) =>
        json(await secondFactors.verify({ ...whoIs(context), ...(await bodyOf(context, ProofSchema)) })),
      {
        withoutSecondFactor: true,
      },
    ),
    own("_begin", async (context) => {
      const { issuer, code } = await bodyOf(context, BeginSchema);
      return json(await secondFactors.begin({ ...whoIs(context), issuer, code }));
    }),
    own("_confirm", async (context) =>
      json(await secondFactors.confirm({ ...whoIs(context), ...(await bodyOf(context, ProofSchema)) })),
    ),
    own("_recovery_codes", async (context) =>
      json(await secondFactors.renewCodes({ ...whoIs(context), ...(await bodyOf(context, CodeSchema)) })),
    ),
    own("_end", async (context) => {
      await secondFactors.end({ ...whoIs(context), ...(await bodyOf(context, CodeSchema)) });
      return message("second factor is ended");
    }),
    {
      methods: ["DELETE"],
      path: "/_user/:name/_second_factor",
      access: { kind: "server", category: "user" },
      handle: reset,
    },
  ];
}
