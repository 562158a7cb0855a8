import type { AppLoadContext } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type { Config, OidcConfig } from "~/server/config.server";
import { contextOf } from "~/server/context.server";
import { originFor } from "~/lib/address/public-address.server";
import { notAllowedServer } from "~/session/allowed-urls.server";
import { createClient } from "~/services/platform/http/client.server";
import { fetchIdentity } from "~/session/identity.server";
import { problemOf } from "~/session/sign-in.server";
import { tokenOf } from "~/sessions.server";
import { type Claims, claimValues, claimOf, isVerified, personIn } from "./claims.server";
import { readBegun } from "./cookies.server";
import { OidcError, oidcProblem, tooLate } from "./problem.server";
import { redeem, type Tokens } from "./provider.server";
import { refusedUserWords, type SignedInBy } from "./signed-in-by.server";
import { entryFor, type OidcEntry, usersNow } from "./users-file.server";

/** Where the provider sends people back to; it is to be registered there. */
export const callbackOf = (where: { request: Request; config: Pick<Config, "publicUrl"> }) =>
  new URL("/login/oidc/callback", originFor(where)).href;

export type OidcUser = {
  url: string;
  username: string;
  password: string;
  oidc: SignedInBy;
  idToken: string;
  tokens: Tokens;
  redirectTo: string;
};
type Told = { subject: string; claims: Claims; idToken: string; tokens: Tokens; redirectTo: string };

/** A person whom the provider knows and the file does not. */
export class NoAccessError extends Error {
  override name = "NoAccessError";
  readonly who: { person: string; unverified: boolean; idToken: string };

  constructor(who: { person: string; unverified: boolean; idToken: string }) {
    super("no entry of OIDC_USERS fits");
    this.who = who;
  }
}

type Asked = { oidc: OidcConfig; context: AppLoadContext };

/** The second half of the code flow: the provider's answer is held against what this browser began with. */
class OidcStrategy extends Strategy<OidcUser, Told> {
  name = "oidc";
  readonly asked: Asked;

  constructor(asked: Asked, verify: Strategy.VerifyFunction<OidcUser, Told>) {
    super(verify);
    this.asked = asked;
  }

  async authenticate(request: Request): Promise<OidcUser> {
    const { oidc, context } = this.asked;
    const begun = readBegun({ request, config: context.config });
    if (begun === undefined || begun.issuer !== oidc.issuer) throw tooLate("no sign-in under way");
    const answer = new URL(callbackOf({ request, config: context.config }));
    answer.search = new URL(request.url).search;
    const told = await redeem({ oidc, answer, secrets: begun }).catch((error: unknown) => {
      throw oidcProblem(error, oidc);
    });
    return this.verify({ ...told, redirectTo: begun.redirectTo });
  }
}

/**
 * Signs in whoever comes back from the provider: `authenticate("oidc", request)`. Throws OidcError and NoAccessError.
 */
export function createOidcAuthenticator({
  oidc,
  context: loadContext,
}: {
  oidc: OidcConfig;
  context: AppLoadContext | undefined;
}) {
  const context = contextOf(loadContext);
  const authenticator = new Authenticator<OidcUser>();
  authenticator.use(new OidcStrategy({ oidc, context }, (told) => userOf({ oidc, context, told })), "oidc");
  return authenticator;
}

async function userOf({ oidc, context, told }: Asked & { told: Told }): Promise<OidcUser> {
  const { config, log } = context;
  const { subject, claims, idToken, tokens, redirectTo } = told;
  const entries = usersNow({ oidc, searchUrl: config.searchUrl, log });
  if (entries === null) {
    const message =
      "The list of people who may use this console cannot be read. Whoever runs it finds the reason in its log.";
    throw new OidcError({ code: "users file", message });
  }
  const person = personIn({ claims, oidc, subject });
  const found = entryFor({ entries, values: claimValues(claims, oidc.claim), claim: oidc.claim });
  if (found === undefined) {
    const unverified = oidc.claim === "email" && claimOf(claims, "email") !== undefined && !isVerified(claims);
    throw new NoAccessError({ person, unverified, idToken });
  }
  const { url, username, password } = found.entry;
  await knock({ context, entry: found.entry });
  return {
    url,
    username,
    password,
    oidc: { issuer: oidc.issuer, subject, person, value: found.value },
    idToken,
    tokens,
    redirectTo,
  };
}

/**
 * Asks the search server whether it takes the user of an entry. Throws OidcError where not, in words for somebody who
 * did not type that name.
 */
async function knock({ context, entry }: { context: AppLoadContext; entry: OidcEntry }) {
  const refused = notAllowedServer({ url: entry.url, config: context.config });
  if (refused !== undefined) throw new OidcError({ code: "server not allowed", message: refused });
  try {
    await fetchIdentity(createClient({ baseUrl: entry.url, token: tokenOf(entry), context }));
  } catch (error) {
    const { reason, message } = problemOf(error);
    const said =
      reason === "second-factor"
        ? factorWords(entry.username)
        : reason === "credentials"
          ? refusedUserWords(entry.username)
          : message;
    throw new OidcError({ code: `search server: ${reason}`, message: said });
  }
}

const factorWords = (username: string) =>
  `${username}, the user that you work as here, has a second factor, which nobody can give for it at this sign-in. Whoever runs this console can end it, or name another user in the file that OIDC_USERS names.`;
