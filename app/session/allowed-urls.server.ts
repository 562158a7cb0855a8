import { liesIn, mayLieIn, plainAddress } from "@common/http/addresses";
import { fits } from "@common/text/glob";
import { trimEndOf } from "@common/text/trim-end";
import type { Config } from "~/server/config.server";
import { withoutUserInfo } from "~/lib/address/address-secrets";

/**
 * The address as it will be fetched: origin and path without a slash at the end; undefined when it is no http(s) URL.
 * User name, password, query and fragment are not part of it.
 */
export function normalizeUrl(given: string) {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(given.trim()) ? given.trim() : `http://${given.trim()}`;
  const url = plainAddress(text);
  if (url === null) return undefined;
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return `${url.origin}${trimEndOf(url.pathname, "/")}`;
}

/**
 * Splits what is typed or pasted as an address: user name and password inside it, or a `?url=` parameter, as the older
 * dashboard takes them.
 */
export function splitAddress(given: string, depth = 0): { url: string; username?: string; password?: string } {
  const text = given.trim();
  const full = /^[a-z][a-z0-9+.-]*:[\\/]{2}|^https?:/i.test(text) ? text : `http://${text}`;
  // What is no URL cannot be taken apart: whatever may be a password in it must not come back in a page either.
  if (!URL.canParse(full)) return { url: withoutBeginning(text) };
  const parsed = new URL(full);
  const inner = parsed.searchParams.get("url");
  if (inner !== null && inner !== "" && depth < 3) return splitAddress(inner, depth + 1);
  const username = decode(parsed.username);
  const password = decode(parsed.password);
  return {
    url: normalizeUrl(text) ?? withoutUserInfo(text),
    ...(username === "" ? {} : { username }),
    ...(password === "" ? {} : { password }),
  };
}

/** A text without what stands before its last `@`, a scheme kept. */
function withoutBeginning(text: string) {
  const at = text.lastIndexOf("@");
  return at < 0 ? text : `${/^[a-z][a-z0-9+.-]*:[\\/]*/i.exec(text)?.[0] ?? ""}${text.slice(at + 1)}`;
}

function decode(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * True when the console may call this address: the configured one, or one on the allow-list. Compared is the URL that
 * will be fetched, after parsing, never the text that was typed. A pattern names scheme, host (`*` in it stands for any
 * characters of the name, not for a dot-less trick: it never crosses into port or path), port and, when it has one, the
 * path's beginning.
 */
export function isAllowedUrl({
  url,
  config,
}: {
  url: string;
  config: Pick<Config, "searchUrl" | "allowedClusterUrls">;
}) {
  if (url === normalizeUrl(config.searchUrl)) return true;
  return isListedUrl({ url, patterns: config.allowedClusterUrls });
}

/** Why a server that was allowed once may not be called any more, in a sentence; undefined where it may be. */
export function notAllowedServer({
  url,
  config,
}: {
  url: string;
  config: Pick<Config, "searchUrl" | "allowedClusterUrls">;
}): string | undefined {
  const normal = normalizeUrl(url);
  if (normal !== undefined && isAllowedUrl({ url: normal, config })) return undefined;
  return `This console may no longer call ${normal ?? "this address"}. Whoever runs the console can allow it again by adding it to ALLOWED_CLUSTER_URLS.`;
}

/** True when an address is on a list of the configuration, compared as `isAllowedUrl` does. */
export function isListedUrl({ url, patterns }: { url: string; patterns: readonly string[] }): boolean {
  return patterns.some((pattern) => matches({ url: new URL(url), pattern }));
}

/** True when an address may be one of a list of what is kept from somebody: in doubt about its path, it is. */
export function mayBeListedUrl({ url, patterns }: { url: string; patterns: readonly string[] }): boolean {
  return patterns.some((pattern) => matches({ url: new URL(url), pattern, isIn: mayLieIn }));
}

function matches({ url, pattern, isIn = liesIn }: { url: URL; pattern: string; isIn?: typeof liesIn }) {
  if (pattern === "*") return true;
  const parts = /^(https?):\/\/(\[[^\]]+\]|[^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(pattern);
  if (!parts) return false;
  const [, scheme = "", host = "", port = "", path = ""] = parts;
  if (url.protocol !== `${scheme.toLowerCase()}:`) return false;
  if (!hostFits(host.toLowerCase(), url.hostname)) return false;
  const standard = scheme.toLowerCase() === "https" ? "443" : "80";
  if (port !== "*" && (url.port || standard) !== (port || standard)) return false;
  return isIn(path, url);
}

/** A star stands for letters of names, never for the brackets of an address. */
function hostFits(pattern: string, host: string) {
  return fits(pattern, host) && (!pattern.includes("*") || /^[a-z0-9.-]*$/.test(host));
}
