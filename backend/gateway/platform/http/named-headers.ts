/**
 * What speaks of a connection, or of who is at its other end, which proxies and servers believe: no text of a caller's
 * makes this server send it.
 */
const OF_THE_CONNECTION =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-(length|encoding)|forwarded|via|x-forwarded|x-forwarded-.*|x-real-ip|x-endpoint-call|proxy-.*|(x|true|fastly|x-cluster)-client-ip|cf-connecting-.*|x-original-.*|x-rewrite-url|x-(http-)?method(-override)?|x-host)$/;
/**
 * What says to this server who calls, from which page, or how the call is logged: an inner call has that from the call
 * around it.
 */
const OF_THE_CALLER =
  /^(authorization|cookie|x-second-factor|x-view-as|x-viewed-as|x-request-category|x-request-id|x-called-by|referer|origin|sec-.*)$/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Headers, in small letters, or the one that is refused and why. */
export type NamedHeaders = { ok: true; headers: Record<string, string> } | { ok: false; reason: string };

/**
 * Headers that a caller's text names for a call that this server makes. None of the connection's is taken; with
 * `toSelf`, none of the caller's either. Values that are no texts are left out.
 */
export function namedHeaders(given: Readonly<Record<string, unknown>>, { toSelf }: { toSelf: boolean }): NamedHeaders {
  const headers: Record<string, string> = {};
  for (const [named, value] of Object.entries(given)) {
    if (typeof value !== "string") continue;
    const name = named.trim().toLowerCase();
    if (!NAME.test(name) || !VALUE.test(value))
      return { ok: false, reason: `the header [${named}] holds signs that no header may hold` };
    if (OF_THE_CONNECTION.test(name))
      return { ok: false, reason: `the header [${named}] speaks of a connection and cannot be set: remove it` };
    if (toSelf && OF_THE_CALLER.test(name))
      return {
        ok: false,
        reason: `the header [${named}] cannot be set for a call to this server, which is made as whoever sent the search: remove it`,
      };
    headers[name] = value;
  }
  return { ok: true, headers };
}
