import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { OidcConfig } from "~/server/config.server";

/**
 * Why a sign-in by OpenID Connect did not work, in words for the sign-in page. `code` is for the log; neither has
 * anything of a token.
 */
export class OidcError extends Error {
  override name = "OidcError";
  readonly code: string;

  constructor({ code, message }: { code: string; message: string }) {
    super(message);
    this.code = code;
  }
}

/** The provider as people know it. */
export const providerName = ({ issuer }: Pick<OidcConfig, "issuer">) => new URL(issuer).host;

export const tooLate = (code: string) =>
  new OidcError({
    code,
    message:
      "This sign-in was started too long ago, in another browser, or was used already. Nobody was signed in: start it again.",
  });

/**
 * The words for what the provider, or the library that checks its answers, said. What is no such failure is thrown on.
 */
export function oidcProblem(error: unknown, oidc: OidcConfig): OidcError {
  const name = providerName(oidc);
  const known = (code: string, message: string) => new OidcError({ code, message });
  if (error instanceof AuthorizationResponseError) {
    if (error.error === "access_denied")
      return known("access_denied", `The sign-in at ${name} was refused or given up there. Nobody was signed in.`);
    if (error.error === "temporarily_unavailable" || error.error === "server_error") return away(oidc, error.error);
    return known(
      plainCode(error.error),
      `${name} refused the sign-in (${plainCode(error.error)}). Whoever runs the console can look into its log.`,
    );
  }
  if (error instanceof ResponseBodyError) {
    if (error.error === "invalid_grant") return tooLate("invalid_grant");
    if (error.status >= 500) return away(oidc, plainCode(error.error));
    return unknownClient(oidc, plainCode(error.error));
  }
  // A 401 with a challenge, where the secret does not fit.
  if (error instanceof WWWAuthenticateChallengeError) return unknownClient(oidc, `status ${error.status}`);
  if (error instanceof ClientError) return checkProblem(error, oidc);
  // What `fetch` fails with, where nothing answers.
  if (error instanceof TypeError) return away(oidc, causeOf(error));
  throw error;
}

/** What the network said, such as ECONNREFUSED. */
function causeOf({ cause }: TypeError): string {
  return cause instanceof Error && "code" in cause ? plainCode(String(cause.code)) : "unreachable";
}

function unknownClient(oidc: OidcConfig, code: string): OidcError {
  const message = `${providerName(oidc)} does not know this console (${code}). Whoever runs it should check OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_CLIENT_AUTH.`;
  return new OidcError({ code, message });
}

function away(oidc: OidcConfig, code: string): OidcError {
  return new OidcError({
    code,
    message: `The sign-in at ${providerName(oidc)} does not answer. Try again later, or sign in with user name and password.`,
  });
}

function checkProblem(error: ClientError, oidc: OidcConfig): OidcError {
  const name = providerName(oidc);
  const code = plainCode(error.code ?? "unknown");
  switch (error.code) {
    case "OAUTH_TIMEOUT":
    case "OAUTH_ABORT":
    case "OAUTH_RESPONSE_IS_NOT_CONFORM":
    case "OAUTH_RESPONSE_IS_NOT_JSON":
    case "OAUTH_PARSE_ERROR":
      return away(oidc, code);
    case "OAUTH_JWT_TIMESTAMP_CHECK_FAILED":
      return new OidcError({
        code,
        message: `The answer of ${name} is not of this moment. Start again; if it stays so, the clocks of the two machines differ.`,
      });
    default:
      return new OidcError({
        code,
        message: `The answer of ${name} does not belong to this sign-in, so it was not used (${code}). Start again.`,
      });
  }
}

/** What a provider says is text of another machine: only what looks like a code is shown. */
const plainCode = (text: string) => (/^[A-Za-z0-9_.-]{1,60}$/.test(text) ? text : "unknown");
