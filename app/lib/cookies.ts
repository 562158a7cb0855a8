/** The decoded value of one cookie of a request; undefined when it is missing or not decodable. */
export function readCookie(headers: Headers, name: string) {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(at + 1).trim());
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
};

/** A Set-Cookie header: httpOnly, SameSite=Lax, for the whole console. */
export function writeCookie({ name, value, maxAge, secure }: CookieOptions) {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  return `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax${age}${secure ? "; Secure" : ""}`;
}

/** True when the request reached the console, or a proxy it trusts, by https. */
export function isSecure(request: Request) {
  return new URL(request.url).protocol === "https:";
}
