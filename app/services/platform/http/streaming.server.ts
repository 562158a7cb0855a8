import { isbot } from "isbot";
import { readCookie } from "~/lib/values/cookies";
import { readPreferences } from "~/session/preferences.server";

/**
 * A page may be streamed only to a browser that runs scripts: the others would keep the fallbacks of deferred parts for
 * ever.
 */
export function mayStream(request: Request): boolean {
  const scripts = readCookie(request.headers, "sd_js") === "1" && !readPreferences(request).lite;
  return scripts && !isbot(request.headers.get("user-agent") ?? "");
}
