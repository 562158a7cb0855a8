import type { AppLoadContext } from "@remix-run/node";
import * as z from "zod";
import { presentOf } from "~/session/oidc/admit.server";
import { type Lookup, lookUp, signedInBySchema } from "~/session/oidc/signed-in-by.server";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import { serverOf, type Session, tokenOf } from "~/sessions.server";
import { StoppedError } from "./kind.server";

// What a job calls its server with. Of who signed in by OpenID Connect it keeps no password: file and provider are
// asked before each call, as at each request of a session, so that the jobs of somebody who was taken out end with his
// sessions.

const PURPOSE = "job credentials";

const personSchema = z.object({ username: z.string(), oidc: signedInBySchema });

/** Sealed credentials of a session, for the row of its job. */
export function sealCredentials({ session, config }: { session: Session; config: AppLoadContext["config"] }): string {
  const { username, oidc } = session;
  const { token, proof } = serverOf(session);
  const text =
    oidc === undefined
      ? [token, ...(proof === undefined ? [] : [proof])].join("\n")
      : JSON.stringify({ username, oidc });
  return seal({ text, purpose: PURPOSE, secrets: sessionSecrets(config) });
}

/**
 * The credentials of a call of the job. `admit` gives them, asked before each call; it throws StoppedError where its
 * person may use the server no longer.
 */
export type JobCredentials =
  { token: string; proof?: string | undefined } | { admit: () => Promise<{ token: string }> };

type Kept = { server: string; credentials: string | null };

/**
 * The credentials of a job's row; null where there are none, or another secret sealed them. Throws StoppedError as
 * `admit` does.
 */
export function openCredentials({
  row,
  context,
}: {
  row: Kept;
  context: Pick<AppLoadContext, "config" | "log">;
}): JobCredentials | null {
  const text =
    row.credentials === null
      ? undefined
      : unseal({ value: row.credentials, purpose: PURPOSE, secrets: sessionSecrets(context.config) });
  if (text === undefined) return null;
  // A token is base64; rows of older consoles hold nothing else, whoever began them.
  if (!text.startsWith("{")) {
    const [token = "", proof] = text.split("\n");
    return { token, proof };
  }
  const { username, oidc } = personSchema.parse(JSON.parse(text));
  const session = { url: row.server, username, oidc };
  const tokenBy = (found: Lookup) => {
    if ("refused" in found) throw new StoppedError(found.refused);
    return { token: tokenOf({ username, password: found.password }) };
  };
  tokenBy(lookUp({ ...context, session }));
  return { admit: async () => tokenBy(await presentOf({ ...context, session })) };
}
