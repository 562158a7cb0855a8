import { readFileSync } from "node:fs";
import { isSecure, readCookie, writeCookie } from "~/lib/values/cookies";
import { styleSheets } from "~/browser/style-sheets";

const NAME = "sd_styles";
const MONTH = 30 * 24 * 3600;

let known: { version: string; text: string | null } | undefined;

/** The style sheets as one text, read once; null where they are not available (in tests, from sources). */
function readSheets() {
  const version = styleSheets.map((href) => href.replace(/^.*\//, "").replace(/\.css$/, "")).join(".");
  if (known?.version === version) return known;
  try {
    // Beside build/index.js, where this module ends up.
    const text = styleSheets
      .map((href) => readFileSync(new URL(`../public${href}`, import.meta.url), "utf8"))
      .join("\n");
    // Nothing in a style sheet may end the element that it stands in.
    known = { version, text: /<\/style/i.test(text) ? null : text };
  } catch {
    known = { version, text: null };
  }
  return known;
}

/** The style sheets as text, for pages that stand alone; null where there is none (development, tests from sources). */
export function sheetText(): string | null {
  return process.env["NODE_ENV"] === "development" ? null : readSheets().text;
}

/**
 * The text of the style sheets for a page whose browser has not got them yet, so that it is seen without another trip;
 * null for a browser that has, or where they change all the time (development). The cookie that is set says so to the
 * next page.
 */
export function styleTextFor({ request, headers }: { request: Request; headers: Headers }): string | null {
  if (process.env["NODE_ENV"] === "development") return null;
  const { version, text } = readSheets();
  if (text === null || readCookie(request.headers, NAME) === version) return null;
  headers.append("Set-Cookie", writeCookie({ name: NAME, value: version, maxAge: MONTH, secure: isSecure(request) }));
  return text;
}
