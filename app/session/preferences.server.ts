import { createHash } from "node:crypto";
import * as z from "zod";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";
import { isTimeZone } from "~/lib/values/dates";

const NAME = "sd_prefs";
const YEAR = 365 * 24 * 3600;
/** A cookie has room for about 4 KB; recent indices with long names must not fill it. */
const RECENT_CHARACTERS = 1200;

const preferencesSchema = z.object({
  theme: z.enum(["light", "dark", "system"]).catch("system"),
  /** The reader's choice; not given means: as the browser asks by Save-Data. */
  lite: z.boolean().optional().catch(undefined),
  /** An IANA zone; not given means the browser's own, where a script could tell it. */
  zone: z.string().refine(isTimeZone).optional().catch(undefined),
  listView: z.enum(["list", "grid"]).catch("list"),
  systemIndices: z.boolean().catch(false),
  /** For whom the first steps are put away: `personOf` of users who signed in on this browser. */
  withoutFirstSteps: z.array(z.string().max(16)).max(20).catch([]),
  recent: z.array(z.string().max(255)).max(5).catch([]),
  /** Whether the menus are those of the most recent index. */
  inIndex: z.boolean().catch(false),
});

export type Preferences = z.infer<typeof preferencesSchema>;

/** A user of a server, short, without telling name or address. */
export function personOf({ url, username }: { url: string; username: string }): string {
  return createHash("sha256").update(`${username} ${url}`).digest("base64url").slice(0, 10);
}

/** The list of those without first steps, with or without this person; the oldest go where it is full. */
export function withFirstSteps({
  people,
  person,
  shown,
}: {
  people: readonly string[];
  person: string;
  shown: boolean;
}): string[] {
  const others = people.filter((other) => other !== person);
  return shown ? others : [person, ...others].slice(0, 20);
}

/** What the reader chose on this browser; bad or missing values fall back. Also says where the zone comes from. */
export function readPreferences(request: Request) {
  const stored = parse(readCookie(request.headers, NAME));
  const told = readCookie(request.headers, "sd_zone");
  const browserZone = told !== undefined && isTimeZone(told) ? told : undefined;
  return {
    ...stored,
    chosenZone: stored.zone,
    chosenLite: stored.lite,
    zone: stored.zone ?? browserZone ?? "UTC",
    zoneKnown: stored.zone !== undefined || browserZone !== undefined,
    lite: stored.lite ?? request.headers.get("save-data")?.toLowerCase() === "on",
  };
}

function parse(cookie: string | undefined): Preferences {
  try {
    return preferencesSchema.parse(JSON.parse(cookie ?? "{}"));
  } catch {
    return preferencesSchema.parse({});
  }
}

/** The Set-Cookie header that keeps changed preferences. `undefined` as a value takes the choice back. */
export function writePreferences(request: Request, change: Partial<Preferences>) {
  const next = preferencesSchema.parse({ ...parse(readCookie(request.headers, NAME)), ...change });
  while (encodeURIComponent(JSON.stringify(next.recent)).length > RECENT_CHARACTERS) next.recent.pop();
  return writeCookie({ name: NAME, value: JSON.stringify(next), maxAge: YEAR, secure: isSecure(request) });
}
