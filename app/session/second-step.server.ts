import { MOST_PROOF_MINUTES, NO_SECOND_FACTOR, SECOND_FACTOR_REQUIRED } from "@common/access-control/second-factor";
import type { AppLoadContext } from "@remix-run/node";
import * as z from "zod";
import { contextOf } from "~/server/context.server";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";
import type { Failure } from "~/lib/messages/user-messages";
import { queryString } from "~/navigation/paths";
import { redirect } from "~/server/redirect.server";
import { createClient } from "~/services/platform/http/client.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { isNotOffered } from "~/services/platform/http/not-offered.server";
import { normalizeUrl, notAllowedServer } from "~/session/allowed-urls.server";
import { countTry, forgetFailures, giveBack } from "~/session/rate-limit.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import { tooManyTries } from "~/session/sign-in.server";
import { tokenOf } from "~/sessions.server";

// Between name and password and the code there is no session: only a sealed cookie for some minutes, with what the code
// is to be sent with.

const COOKIE = "sd_step";
const PATH = "/login";
const SECONDS = 10 * 60;
const PURPOSE = "sign-in step";

const stepSchema = z.object({ url: z.string(), username: z.string(), password: z.string(), until: z.number() });
/** Whose password was right already, and who still owes the code. */
export type SecondStep = Pick<z.infer<typeof stepSchema>, "url" | "username" | "password">;

type Asked = { request: Request; context: AppLoadContext | undefined };

/** True for the refusal of a server that asks for the second factor. */
export function wantsSecondFactor({ status, detail }: Pick<Failure, "status" | "detail">): boolean {
  return status === 401 && detail === SECOND_FACTOR_REQUIRED;
}

/** The way to the page that asks for the code. */
export function beginSecondStep({
  request,
  context,
  redirectTo,
  url,
  username,
  password,
}: Asked & SecondStep & { redirectTo: string }): Response {
  const text = JSON.stringify({
    url: normalizeUrl(url) ?? url,
    username,
    password,
    until: Date.now() + SECONDS * 1000,
  });
  const value = seal({ text, purpose: PURPOSE, secrets: sessionSecrets(contextOf(context).config) });
  const to = `/login/code${queryString({ redirectTo: redirectTo === "/" ? "" : redirectTo })}`;
  return redirect(to, {
    headers: {
      "Set-Cookie": writeCookie({ name: COOKIE, value, maxAge: SECONDS, secure: isSecure(request), path: PATH }),
    },
  });
}

/** The step of this browser; undefined where none is under way, or not any more. */
export function readSecondStep({ request, context }: Asked): SecondStep | undefined {
  const { config } = contextOf(context);
  const value = readCookie(request.headers, COOKIE, { exact: true });
  const text = value === undefined ? undefined : unseal({ value, purpose: PURPOSE, secrets: sessionSecrets(config) });
  const step = text === undefined ? undefined : stepSchema.safeParse(JSON.parse(text)).data;
  // The browser's word for the age of a cookie is not taken.
  return step && step.until > Date.now() && notAllowedServer({ url: step.url, config }) === undefined
    ? step
    : undefined;
}

/** The Set-Cookie header that ends it. */
export function endSecondStep(request: Request): string {
  return writeCookie({ name: COOKIE, value: "", maxAge: 0, secure: isSecure(request), path: PATH });
}

const answerSchema = z.object({ proof: z.string() });

/**
 * What came of a code: the proof to sign in with (none where the factor is gone meanwhile), or what is to be said;
 * `over` leads back to the password.
 */
export type CodeResult =
  { ok: true; proof: string | undefined } | { ok: false; message: string; retryAfter?: number; over?: true };

/** Gives the code to the server. Throws what is no failed call. */
export async function giveCode({
  step,
  code,
  context: loadContext,
}: {
  step: SecondStep;
  code: string;
  context: AppLoadContext | undefined;
}): Promise<CodeResult> {
  const context = contextOf(loadContext);
  const attempt = { address: context.clientAddress, username: step.username, url: step.url };
  const wait = await countTry(attempt);
  if (wait > 0) return { ok: false, message: tooManyTries(wait), retryAfter: wait };
  let retryAfter = 0;
  const minutes = Math.min(MOST_PROOF_MINUTES, Math.ceil(context.config.sessionMs / 60_000));
  try {
    const { proof } = await createClient({ baseUrl: step.url, token: tokenOf(step), context }).call({
      method: "POST",
      path: "/_user/_second_factor/_verify",
      json: { code, minutes },
      schema: answerSchema,
      onHeaders: ({ received }) => (retryAfter = Number(received["retry-after"]) || 0),
    });
    await forgetFailures(attempt);
    return { ok: true, proof };
  } catch (error) {
    if (!isBackendError(error)) throw error;
    const { status, detail = "" } = error.failure;
    if (status === 401 && detail.startsWith("this code"))
      return { ok: false, message: "This code is not right, or was used before. Wait for the next one." };
    await giveBack(attempt);
    if (status === 401)
      return { ok: false, message: "The server no longer accepts this sign-in. Sign in again.", over: true };
    if (detail === NO_SECOND_FACTOR || isNotOffered(error.failure)) return { ok: true, proof: undefined };
    if (status === 429) return { ok: false, message: tooManyTries(retryAfter || 60), retryAfter: retryAfter || 60 };
    return { ok: false, message: `${error.message} Try the code again.` };
  }
}
