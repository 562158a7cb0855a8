import { ClientError, type Configuration, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { OtherSubjectError } from "./provider.server";

/**
 * What a failure says when a provider is asked again. `away`: nothing of the person, so it counts towards the time for
 * which nobody confirmed him. `ended`: the provider refuses what it once gave. `foreign`: the answer is about somebody
 * else, or cannot be believed.
 */
export type Verdict = { kind: "away" | "ended" | "foreign"; code: string };

/** Of the console itself, whose secret may be just being changed. */
const ABOUT_CLIENT = ["invalid_client", "unauthorized_client"];
const PASSING = ["temporarily_unavailable", "server_error", "slow_down"];
const UNREADABLE = [
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
  // The clocks of the two machines differ.
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
];

/** A 4xx; not one for too many calls or for slowness, which pass. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;
/**
 * Of an answer without an error of OAuth in it, which may be a proxy's: a 404 is of an address, and of nobody's token.
 */
const isBareRefusal = (status: number) => [400, 401, 403].includes(status);

/** A code of the provider's is text of another machine: only what looks like one goes into the log. */
const plain = (code: string | undefined, status?: number) =>
  code !== undefined && /^[A-Za-z0-9_.-]{1,60}$/.test(code) ? code : `status ${status ?? "unknown"}`;

/** Judges what `renew` threw. */
export function verdictOf({ error, provider }: { error: unknown; provider: Configuration }): Verdict {
  if (error instanceof OtherSubjectError) return { kind: "foreign", code: "another subject" };
  if (error instanceof ResponseBodyError) {
    const passes = !isRefusal(error.status) || [...ABOUT_CLIENT, ...PASSING].includes(error.error);
    return { kind: passes ? "away" : "ended", code: plain(error.error, error.status) };
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    // A 401 for the token; with any other scheme it is the secret of the console that does not fit.
    const aboutToken = error.cause.some(({ scheme }) => scheme === "bearer") && isRefusal(error.status);
    return { kind: aboutToken ? "ended" : "away", code: `status ${error.status}` };
  }
  if (error instanceof ClientError) {
    const { cause } = error;
    const { token_endpoint: token, userinfo_endpoint: userinfo } = provider.serverMetadata();
    if (cause instanceof Response && isBareRefusal(cause.status) && [token, userinfo].includes(cause.url))
      return { kind: "ended", code: `status ${cause.status}` };
    return {
      kind: error.code === undefined || UNREADABLE.includes(error.code) ? "away" : "foreign",
      code: plain(error.code),
    };
  }
  // What `fetch` fails with, where nothing answers. Nothing else is expected, and none of it confirms anybody.
  return { kind: "away", code: error instanceof Error ? error.name : "unknown" };
}
