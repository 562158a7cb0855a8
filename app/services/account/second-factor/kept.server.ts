import type { AppLoadContext } from "@remix-run/node";
import * as z from "zod";
import { contextOf } from "~/server/context.server";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";
import { seal, sessionSecrets, unseal } from "~/session/seal.server";
import { ownerOf, type Session } from "~/sessions.server";
import type { Begun } from "./own.server";

// What a form gave for the page after it, once: a secret that waits for its code, recovery codes. It is sealed in a
// cookie of those pages and kept nowhere else.

const COOKIE = "sd_factor";
const PATH = "/account/second-factor";
const SECONDS = 15 * 60;
const PURPOSE = "second factor";

const begun = z.object({ secret: z.string(), uri: z.string() });
const schema = z.object({
  owner: z.string(),
  until: z.number(),
  begun: begun.optional(),
  codes: z.array(z.string()).optional(),
});

type Asked = { request: Request; context: AppLoadContext | undefined; session: Session };
export type Kept = { begun?: Begun | undefined; codes?: string[] | undefined };

/** The Set-Cookie header of what the next page shows. */
export function keepForPage({ request, context, session, ...kept }: Asked & Kept): string {
  const text = JSON.stringify({ ...kept, owner: ownerOf(session), until: Date.now() + SECONDS * 1000 });
  const value = seal({ text, purpose: PURPOSE, secrets: sessionSecrets(contextOf(context).config) });
  return writeCookie({ name: COOKIE, value, maxAge: SECONDS, secure: isSecure(request), path: PATH });
}

/** What is kept for this user in this browser. */
export function readKept({ request, context, session }: Asked): Kept {
  const value = readCookie(request.headers, COOKIE, { exact: true });
  const text =
    value === undefined
      ? undefined
      : unseal({ value, purpose: PURPOSE, secrets: sessionSecrets(contextOf(context).config) });
  const kept = text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  return kept && kept.owner === ownerOf(session) && kept.until > Date.now()
    ? { begun: kept.begun, codes: kept.codes }
    : {};
}

/** The Set-Cookie header that takes it away. */
export const dropKept = (request: Request) =>
  writeCookie({ name: COOKIE, value: "", maxAge: 0, secure: isSecure(request), path: PATH });
