import type { AppLoadContext } from "@remix-run/node";
import { readFileSync, statSync } from "node:fs";
import { globFits, readGlob } from "@common/text/glob";
import type { Logger } from "pino";
import * as z from "zod";
import type { OidcConfig } from "~/server/config.server";
import { parseJsonText } from "~/lib/json/text.server";
import { normalizeUrl } from "~/session/allowed-urls.server";

// The file that OIDC_USERS names: which user of which server a person of the provider is. It is looked at with every
// request, so a change of it holds at once.

/** One line of the file; the first one that fits counts. */
export type OidcEntry = { claim: string; url: string; username: string; password: string };

/** What a file that was right a moment ago may be wrong for: somebody is just writing it. */
const GRACE_MS = 10_000;

const entry = z.strictObject({
  claim: z.string({ error: "claim is a text" }).min(1, { error: "claim is empty" }),
  url: z.string({ error: "url is a text" }).optional(),
  username: z
    .string({ error: "username is a text" })
    .min(1, { error: "username is empty" })
    .refine((name) => !name.includes(":"), { error: "username has a colon in it" }),
  password: z.string({ error: "password is a text" }).min(1, { error: "password is empty" }),
});

type Read = { entries: readonly OidcEntry[] } | { problem: string };
type Known = { stamp: string; read: Read; good: readonly OidcEntry[] | undefined; brokenSince: number };

const known = new Map<string, Known>();

/** Why a text is no such file, without a word of it: there are passwords in it. */
export function parseUsersFile({ text, searchUrl }: { text: string; searchUrl: string }): Read {
  const json = parseJsonText(text.replace(/^\uFEFF/, ""));
  if (!json.ok) return { problem: json.message };
  if (!Array.isArray(json.value)) return { problem: 'It is no list: [{ "claim": …, "username": …, "password": … }].' };
  const entries: OidcEntry[] = [];
  for (const [at, value] of json.value.entries()) {
    const parsed = entry.safeParse(value);
    if (!parsed.success) return { problem: `Entry ${at + 1}: ${wordsOf(parsed.error.issues[0])}.` };
    const url = normalizeUrl(parsed.data.url ?? searchUrl);
    if (url === undefined) return { problem: `Entry ${at + 1}: url is no address of a server.` };
    entries.push({ ...parsed.data, url });
  }
  return { entries };
}

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return "it has a member beside claim, url, username and password";
  return issue === undefined || issue.path.length === 0 ? "it is no object" : issue.message;
}

type Asked = { oidc: Pick<OidcConfig, "usersFile" | "claim">; searchUrl: string; log: Logger };

function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "missing";
  }
}

function readUsers({ path, searchUrl }: { path: string; searchUrl: string }): Read {
  try {
    return parseUsersFile({ text: readFileSync(path, "utf8"), searchUrl });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "it cannot be read";
    return { problem: code === "ENOENT" ? "It does not exist." : `It cannot be read (${code}).` };
  }
}

function current({ oidc: { usersFile: path }, searchUrl, log }: Asked): Known {
  const before = known.get(path);
  const stamp = stampOf(path);
  if (before?.stamp === stamp) return before;
  const read = readUsers({ path, searchUrl });
  const next: Known = {
    stamp,
    read,
    good: "entries" in read ? read.entries : before?.good,
    brokenSince: before && "problem" in before.read ? before.brokenSince : Date.now(),
  };
  known.set(path, next);
  if ("problem" in read)
    log.error({ file: path, problem: read.problem }, "OIDC_USERS cannot be read; nobody can sign in by OpenID Connect");
  else if (before) log.info({ file: path, entries: read.entries.length }, "OIDC_USERS was read again");
  return next;
}

/** The entries as they are now; null where the file is broken. For a sign-in that is just made. */
export function usersNow(asked: Asked): readonly OidcEntry[] | null {
  const { read } = current(asked);
  return "entries" in read ? read.entries : null;
}

/**
 * The entries for a session that is there already: what was read last does for the seconds in which the file is
 * written. Null where it is broken.
 */
export function usersForSession(asked: Asked): readonly OidcEntry[] | null {
  const { read, good, brokenSince } = current(asked);
  if ("entries" in read) return read.entries;
  return good !== undefined && Date.now() - brokenSince < GRACE_MS ? good : null;
}

/**
 * E-mail addresses are compared without regard to the case of Latin letters, and of these alone: other letters have
 * cases that meet (K and the Kelvin sign).
 */
const plain = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const spelling = (claim: string) => (claim === "email" ? plain : (text: string) => text);

/** Whether two values of the claim are one to the file. */
export const sameValue = ({ claim, values: [one, other] }: { claim: string; values: readonly [string, string] }) =>
  spelling(claim)(one) === spelling(claim)(other);

/** The first entry that fits one of the values, and the value. */
export function entryFor({
  entries,
  values,
  claim,
}: {
  entries: readonly OidcEntry[];
  values: readonly string[];
  claim: string;
}) {
  const spelt = spelling(claim);
  for (const one of entries) {
    const glob = readGlob(spelt(one.claim));
    const value = values.find((candidate) => globFits(glob, spelt(candidate)));
    if (value !== undefined) return { entry: one, value };
  }
  return undefined;
}

/**
 * How many entries sign people in as a user of the session's server: for who is about to change that user. Their
 * sign-ins are not ended with the user's own, and cannot go on before the file follows.
 */
export function mappedTo(
  { context: { config, log }, session: { url } }: { context: AppLoadContext; session: { url: string } },
  username: string,
): number {
  const { oidc, searchUrl } = config;
  const entries = oidc === null ? [] : (usersNow({ oidc, searchUrl, log }) ?? []);
  return entries.filter((one) => one.url === url && one.username === username).length;
}
