import { randomBytes } from "node:crypto";
import { withoutSecrets } from "~/lib/address/address-secrets";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";

// What somebody had typed and sent when the session had ended meanwhile. It waits in memory, for this browser and this
// user alone, until the next sign-in offers to send it again. It is little, short-lived, and the oldest goes first.

export type KeptForm = {
  /** Where it was sent, with its query. */ path: string;
  fields: [name: string, value: string][];
};
type Entry = KeptForm & { /** Whose it is. */ owner: string; bytes: number; until: number };

const COOKIE = "sd_kept";
const KEPT_SECONDS = 15 * 60;
const MOST_BYTES_EACH = 1024 ** 2;
const MOST_BYTES = 16 * 1024 ** 2;

const forms = new Map<string, Entry>();

/**
 * Keeps the form of a request that nobody is signed in for and returns the Set-Cookie header that finds it again.
 * Undefined when it is not kept: one of which nobody knows whose it is (it could be given to somebody else), an upload,
 * a large one, or one with a secret in it. Reads the body.
 */
export async function keepForm(request: Request, owner: string | undefined): Promise<string | undefined> {
  // Browsers always say how long a form is. One of unknown length could be endless, and is not read.
  const length = Number.parseInt(request.headers.get("Content-Length") ?? "", 10);
  const isForm =
    request.method === "POST" &&
    (request.headers.get("Content-Type") ?? "").startsWith("application/x-www-form-urlencoded");
  if (owner === undefined || !isForm || !(length <= MOST_BYTES_EACH)) return undefined;
  const text = await request.text();
  const bytes = Buffer.byteLength(text);
  const fields = [...new URLSearchParams(text)];
  if (bytes > MOST_BYTES_EACH || fields.some(([name]) => /password|secret|token|api_?key|^code$/i.test(name)))
    return undefined;
  const { pathname, search } = new URL(request.url);
  const id = randomBytes(18).toString("base64url");
  forms.set(id, {
    path: withoutSecrets(`${pathname}${search}`),
    fields,
    owner,
    bytes,
    until: Date.now() + KEPT_SECONDS * 1000,
  });
  forget();
  return writeCookie({ name: COOKIE, value: id, maxAge: KEPT_SECONDS, secure: isSecure(request) });
}

/** True when this browser has a form that waits. */
export function hasKeptForm(request: Request): boolean {
  forget();
  return forms.has(readCookie(request.headers, COOKIE) ?? "");
}

/**
 * The form that waits for this browser, once, and only for whom it is of. With it the header that takes the cookie
 * away.
 */
export function takeKeptForm(request: Request, owner: string): { form: KeptForm; cookie: string } | undefined {
  forget();
  const id = readCookie(request.headers, COOKIE) ?? "";
  const entry = forms.get(id);
  forms.delete(id);
  if (!entry || entry.owner !== owner) return undefined;
  return {
    form: { path: entry.path, fields: entry.fields },
    cookie: writeCookie({ name: COOKIE, value: "", maxAge: 0, secure: isSecure(request) }),
  };
}

function forget() {
  const now = Date.now();
  let held = 0;
  for (const { bytes } of forms.values()) held += bytes;
  // A map goes through its entries in the order of their making.
  for (const [id, { until, bytes }] of forms) {
    if (until > now && held <= MOST_BYTES) continue;
    forms.delete(id);
    held -= bytes;
  }
}
