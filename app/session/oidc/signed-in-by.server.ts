import type { Logger } from "pino";
import * as z from "zod";
import type { Config } from "~/server/config.server";
import { entryFor, usersForSession } from "./users-file.server";

/**
 * Who is signed in by OpenID Connect: the person, and the value of the claim that an entry of OIDC_USERS was found by.
 */
export const signedInBySchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  person: z.string(),
  value: z.string(),
  /** By what the console knows the sign-in when it asks the provider again; not there where it does not. */
  check: z.string().optional(),
});
export type SignedInBy = z.infer<typeof signedInBySchema>;

/**
 * The password of a session's user, as the file has it now; or why there is none any more. `ends`: the session is over,
 * and not only until the file is fixed.
 */
export type Lookup = { password: string } | { refused: string; ends: boolean };

type Asked = {
  config: Pick<Config, "oidc" | "searchUrl">;
  log: Logger;
  session: { url: string; username: string; oidc: SignedInBy };
};

/** For somebody of whom file or provider say something else than at the sign-in. */
export const accessChanged =
  "Your access to this console was changed. Sign in again to go on with what you may use now.";

/**
 * Looks a session of OpenID Connect up in the file: at each request, so that an entry that was taken out or changed
 * counts at once.
 */
export function lookUp({ config: { oidc, searchUrl }, log, session }: Asked): Lookup {
  if (oidc === null || oidc.issuer !== session.oidc.issuer)
    return { refused: "This console no longer takes sign-ins of that OpenID Connect provider.", ends: true };
  const entries = usersForSession({ oidc, searchUrl, log });
  if (entries === null)
    return {
      refused:
        "The list of people who may use this console cannot be read just now. Whoever runs it finds the reason in its log.",
      ends: false,
    };
  const found = entryFor({ entries, values: [session.oidc.value], claim: oidc.claim })?.entry;
  // Another user or server in the middle of somebody's work would show it in a wrong light; after another sign-in it
  // counts.
  if (found === undefined || found.url !== session.url || found.username !== session.username) {
    return { refused: accessChanged, ends: true };
  }
  return { password: found.password };
}

/** For somebody whose mapped user the search server does not take. */
export const refusedUserWords = (username: string) =>
  `The search server refuses ${username}, the user that you work as here. Whoever runs this console can fix it in the file that OIDC_USERS names.`;
