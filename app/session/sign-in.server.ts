import { SECOND_FACTOR_REQUIRED } from "@common/access-control/second-factor";
import type { AppLoadContext } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { contextOf } from "~/server/context.server";
import { createClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isPersonName, tokenOf } from "~/sessions.server";
import { isAllowedUrl, normalizeUrl } from "./allowed-urls.server";
import { fetchIdentity, type Identity } from "./identity.server";
import { otherServer, otherServerMessage } from "./other-server.server";
import { countTry, forgetFailures, giveBack } from "./rate-limit.server";

export type Credentials = { url: string; username: string; password: string };

export type SignInProblem = {
  reason:
    "credentials" | "unreachable" | "not-search" | "not-allowed" | "too-many" | "payment" | "second-factor" | "failed";
  /** The field that the message belongs to; none for the form as a whole. */
  field?: "url" | "username" | "password";
  message: string;
  /** Seconds after which another try is taken. */
  retryAfter?: number;
};

/** Why a sign-in did not work, in words for the form. */
export class SignInError extends Error {
  override name = "SignInError";
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, cause?: unknown) {
    super(problem.message, { cause });
    this.problem = problem;
  }
}

type SignIn = Credentials & { context: AppLoadContext | undefined };

/** Signs in to a search server. Returns the address as it was called, and who the user is there. Throws SignInError. */
export async function signIn({
  url: given,
  username,
  password,
  context: loadContext,
}: SignIn): Promise<Credentials & { identity: Identity }> {
  const context = contextOf(loadContext);
  const url = normalizeUrl(given);
  if (url === undefined)
    throw new SignInError({
      reason: "not-allowed",
      field: "url",
      message: "This is no address of a server. Write it like https://search.example.com.",
    });
  if (!isAllowedUrl({ url, config: context.config })) {
    throw new SignInError({
      reason: "not-allowed",
      field: "url",
      message: `This console may not call ${url}. Whoever runs the console can allow it by adding it to ALLOWED_CLUSTER_URLS.`,
    });
  }
  // Names without a colon alone can be sent, and people of OpenID Connect are called by a user's name with theirs
  // before it.
  if (username.includes(":") || (context.config.oidc !== null && isPersonName(username)))
    throw new SignInError(wrongName);
  const attempt = { address: context.clientAddress, username, url };
  const wait = await countTry(attempt);
  if (wait > 0) throw new SignInError({ reason: "too-many", message: tooManyTries(wait), retryAfter: wait });
  const http = createClient({ baseUrl: url, token: tokenOf({ username, password }), context });
  try {
    const identity = await fetchIdentity(http);
    await forgetFailures(attempt);
    return { url, username, password, identity };
  } catch (error) {
    const other = await otherServer(http, error);
    const wrong = other === null && isBackendError(error) && problemOf(error).reason === "credentials";
    if (!wrong) await giveBack(attempt);
    throw new SignInError(
      other === null
        ? problemOf(error)
        : { reason: "not-search", field: "url", message: otherServerMessage(other, url) },
      error,
    );
  }
}

const wrongName: SignInProblem = { reason: "credentials", field: "username", message: "No user can have this name." };

/** What is said to who tried too often. */
export function tooManyTries(seconds: number): string {
  return `Too many tries. Wait ${seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, then try again.`;
}

/** What a failed first call to a server means, in words for who signs in. Throws what is no failed call. */
export function problemOf(error: unknown): SignInProblem {
  if (!isBackendError(error)) throw error;
  const { kind, status, detail } = error.failure;
  if (status === 401 && detail === SECOND_FACTOR_REQUIRED)
    return { reason: "second-factor", message: "Enter the code of your second factor." };
  if (kind === "payment" || kind === "plan") return { reason: "payment", message: "Payment is required" };
  if (kind === "unreachable" || kind === "timeout" || kind === "redirect") {
    return {
      reason: "unreachable",
      field: "url",
      message:
        kind === "unreachable"
          ? "No server answers at this address. Check the address, and that the server runs."
          : error.message,
    };
  }
  if (kind === "status" && [502, 503, 504].includes(status) && (detail ?? "").startsWith("a web page")) {
    return { reason: "unreachable", field: "url", message: `${error.message} It answers ${status} with ${detail}.` };
  }
  if (kind === "engine-away")
    return {
      reason: "failed",
      message: `${error.message} Name and password were not checked: try again when it is back. The server said: ${detail ?? "nothing"}`,
    };
  if (isCredential(status, detail))
    return {
      reason: "credentials",
      field: "username",
      message: "This is an API credential. Only a user can sign in to the console.",
    };
  if (status === 401 || status === 403) {
    const refused = detail !== undefined && !/invalid password|No API credentials match/i.test(detail);
    return {
      reason: "credentials",
      field: "password",
      message: refused ? `The server refused: ${detail}` : "Wrong user name or password.",
    };
  }
  if (kind === "malformed" || kind === "not-offered" || status < 500) {
    return {
      reason: "not-search",
      field: "url",
      message: "A server answers at this address, but it is no search server that the console knows.",
    };
  }
  return {
    reason: "failed",
    message: detail === undefined ? "Something went wrong!" : `Something went wrong! The server said: ${detail}`,
  };
}

// A credential is told from a user by what `/_user` answers it: with its category that no user of that name is known,
// without it that it may not ask [recorded].
function isCredential(status: number, detail = "") {
  return (
    (status === 404 && detail.includes('user with "username"')) ||
    (status === 401 && detail.includes("credential is not allowed to access"))
  );
}

/** The authenticator of the sign-in form. `verify` gets the fields as the form's schema cleaned them. */
export function createAuthenticator({
  credentials,
  context,
}: {
  credentials: Credentials;
  context: AppLoadContext | undefined;
}) {
  const authenticator = new Authenticator<Credentials & { identity: Identity }>();
  authenticator.use(new FormStrategy(() => signIn({ ...credentials, context })), "form");
  return authenticator;
}
