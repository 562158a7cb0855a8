import { domainToASCII } from "node:url";

const EVERY = /^\*+$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * A pattern taken apart as an address is, so that a star in one part never reaches into the next. An empty scheme or
 * path is any.
 */
type PagePattern = { scheme: string; host: string; path: string };

// In time linear in the text for each star. `isOpen` lets the text go on behind the pattern.
function fits(pattern: string, text: string, isOpen: boolean): boolean {
  const [first = "", ...pieces] = pattern.split("*");
  if (!text.startsWith(first)) return false;
  const last = isOpen ? undefined : pieces.pop();
  if (last === undefined && pieces.length === 0) return isOpen || text === first;
  let place = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, place);
    if (found < 0) return false;
    place = found + piece.length;
  }
  return last === undefined || (text.length - last.length >= place && text.endsWith(last));
}

// `https://…`, `*//…`, and `http*…`, in which the star stands for the end of the scheme too.
function schemeOf(pattern: string): { scheme: string; rest: string } {
  const [, named, behind] = /^([^/?#]*?):?\/\/(.*)$/s.exec(pattern) ?? [];
  if (named !== undefined && behind !== undefined) return { scheme: named, rest: behind };
  const [, begun, rest] = /^(https?)(\*.*)$/s.exec(pattern) ?? [];
  if (begun !== undefined && rest !== undefined) return { scheme: begun === "http" ? "http*" : begun, rest };
  return { scheme: "", rest: pattern };
}

// As a browser writes it; a wide star, which would become a plain one, stays what it is.
function asciiLabel(label: string): string {
  const ascii = domainToASCII(label);
  return ascii === "" || ascii.includes("*") ? label : ascii;
}

// Labels of a host as browsers write them; of one with a star only its letters are known.
function asciiHost(host: string): string {
  const labels = host.toLowerCase().split(".");
  return labels
    .map((label) => (/[^\p{ASCII}]/u.test(label) && !label.includes("*") ? asciiLabel(label) : label))
    .join(".");
}

function parsePattern(pattern: string): PagePattern {
  const { scheme, rest } = schemeOf(pattern);
  const end = rest.search(/[/?#]/);
  const path = end < 0 ? "" : rest.slice(end);
  return {
    scheme: scheme.toLowerCase(),
    host: asciiHost(end < 0 ? rest : rest.slice(0, end)),
    path: path === "" || path.startsWith("/") ? path : `/${path}`,
  };
}

// The page that a browser names: written out in full, without a name or a password. Anything else is no page.
function pageOf(referer: string): URL | null {
  if (/[\s\\]/.test(referer) || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  if (page.username !== "" || page.password !== "" || !referer.toLowerCase().startsWith(`${page.protocol}//`))
    return null;
  return page;
}

function hostFits(host: string, page: URL): boolean {
  const port = page.port || DEFAULT_PORTS[page.protocol];
  // Without a port in the pattern it is that of the scheme, as a browser leaves it out.
  return (
    fits(host, page.host, false) ||
    (port !== undefined && host.includes(":") && fits(host, `${page.hostname}:${port}`, false))
  );
}

/**
 * True when a pattern admits the page that a call comes from. It is compared from the beginning and part by part:
 * scheme (any where none is named), host and port as a whole, and the beginning of the path with its query. A star
 * stands for anything within its part; a pattern of stars alone admits every call, those without a page too.
 */
export function refererFits(pattern: string, referer: string): boolean {
  if (EVERY.test(pattern)) return true;
  const page = pageOf(referer);
  if (!page) return false;
  const { scheme, host, path } = parsePattern(pattern);
  if (scheme !== "" && !fits(scheme, page.protocol.slice(0, -1), false)) return false;
  // Where any host will do, the star before the path goes on into it.
  if (EVERY.test(host)) return fits(`*${path}`, `${page.pathname}${page.search}`, true);
  return hostFits(host, page) && fits(path, `${page.pathname}${page.search}`, true);
}
