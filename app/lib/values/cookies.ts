/**
 * The decoded value of one cookie of a request; undefined when it is missing or not decodable. With `exact` also when
 * it is not spelt as
 * `writeCookie` spells it.
 */
export function readCookie(headers: Headers, name: string, { exact = false } = {}) {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      const written = part.slice(at + 1).trim();
      const value = decodeURIComponent(written);
      return exact && encodeURIComponent(value) !== written ? undefined : value;
    } catch {
      // A cookie that somebody else wrote badly counts as absent.
      return undefined;
    }
  }
  return undefined;
}

export type CookieOptions = {
  name: string;
  value: string;
  /** Seconds; 0 removes the cookie; not given keeps it until the browser is closed. */
  maxAge?: number;
  secure: boolean;
  /** Of the console; all of it where not given. */
  path?: string;
};

/** A Set-Cookie header: httpOnly, SameSite=Lax, for the whole console or one path of it. */
export function writeCookie({ name, value, maxAge, secure, path = "/" }: CookieOptions) {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  return `${name}=${encodeURIComponent(value)}; Path=${path}; HttpOnly; SameSite=Lax${age}${secure ? "; Secure" : ""}`;
}

/** True when the request reached the console, or a proxy it trusts, by https. */
export function isSecure(request: Request) {
  return new URL(request.url).protocol === "https:";
}
