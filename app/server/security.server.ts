import type { Config } from "~/server/config.server";

/**
 * The content security policy of a page. Scripts and style sheets come from the console itself or carry the nonce;
 * style attributes are allowed, since they can do no more than paint.
 */
export function contentSecurityPolicy({
  nonce,
  config,
  development = false,
}: {
  nonce: string;
  config: Config;
  development?: boolean;
}) {
  const ancestors = config.frameAncestors.length > 0 ? config.frameAncestors.join(" ") : "'none'";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}

/**
 * Headers of every answer of the console but its static files. `same-origin`: with `no-referrer` browsers send `Origin:
 * null` with forms.
 */
export const securityHeaders = {
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
} as const;

/** Nothing that is shown to a signed-in user may stay in a cache. */
export const privateCaching = "private, no-store";

const readingMethods = ["GET", "HEAD", "OPTIONS"];

function hostOf(address: string) {
  return URL.canParse(address) ? new URL(address).host : "";
}

/**
 * Why a writing request must be refused as coming from another site, or null when it may go on.
 * `host` is the console's own name and port as the browser knows it (the one that a trusted proxy forwards).
 * Schemes are not compared, for a proxy in front may end TLS without saying so; `Sec-Fetch-Site` comes first, since the
 * browser compares them. A request with neither `Origin`, `Referer` nor `Sec-Fetch-Site` comes from no browser and is
 * let through.
 */
export function foreignOrigin({
  method,
  headers,
  host,
}: {
  method: string;
  headers: { get(name: string): string | null };
  host: string;
}) {
  if (readingMethods.includes(method.toUpperCase())) return null;
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return `Sec-Fetch-Site ${site}`;
  const origin = headers.get("origin");
  if (origin !== null) return hostOf(origin) === host && host !== "" ? null : `Origin ${origin}`;
  const referer = headers.get("referer");
  if (referer !== null) return hostOf(referer) === host && host !== "" ? null : "Referer of another site";
  return null;
}

/**
 * True for a link of another site: the few addresses that keep something when they are opened lead on without it then.
 */
export function isForeignLink({ headers, url }: Request) {
  return foreignOrigin({ method: "POST", headers, host: new URL(url).host }) !== null;
}

/**
 * Throws a 403 when a writing request comes from another site. `requireScope` calls it; actions without a scope call it
 * first.
 */
export function requireSameOrigin(request: Request) {
  const why = foreignOrigin({ method: request.method, headers: request.headers, host: new URL(request.url).host });
  if (why !== null) throw foreignOriginResponse();
}

/** The page that a request from another site gets: 403, no script, no style. */
export function foreignOriginResponse() {
  return new Response(foreignOriginPage, {
    status: 403,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      ...securityHeaders,
    },
  });
}

export const foreignOriginPage = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Request refused</title></head>
<body><h1>Request refused</h1>
<p>This form was sent from another site, or your browser did not say from where. Nothing was changed.</p>
<p>Open the console in a tab of its own and send the form from there. <a href="/">Back to Dashboard</a></p>
</body></html>
`;
