import "~/components/kit";
import type { ActionFunctionArgs } from "@remix-run/node";
import { readForm } from "~/components/forms/read-form.server";
import { redirect } from "~/redirect.server";
import { requireSameOrigin } from "~/security.server";
import { isSecure } from "~/lib/cookies";
import { safePath } from "~/lib/deep-link";
import { openSectionsCookie } from "~/lib/open-sections";
import { personOf, type Preferences, readPreferences, withFirstSteps, writePreferences } from "~/session/preferences.server";
import { getSession } from "~/sessions.server";
import type { Handle } from "~/navigation/handle";

export const handle: Handle = { holds: "answer" };

/**
 * One preference, changed by a button of the frame: `theme`, `lite`, `listView`, `systemIndices`, `firstSteps` (hidden for the user who is
 * signed in), or `sections` (all of the sidebar's but the current one are closed); leads back to `redirectTo`.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const form = await readForm(request, { mostBytes: 64 * 1024 });
  const change: Partial<Preferences> = {};
  const theme = form.get("theme");
  if (theme === "light" || theme === "dark" || theme === "system") change.theme = theme;
  const lite = form.get("lite");
  if (lite === "on" || lite === "off") change.lite = lite === "on";
  const listView = form.get("listView");
  if (listView === "list" || listView === "grid") change.listView = listView;
  const system = form.get("systemIndices");
  if (system === "on" || system === "off") change.systemIndices = system === "on";
  const session = await getSession({ request, context });
  if (session && form.get("firstSteps") === "hide") {
    const { withoutFirstSteps: people } = readPreferences(request);
    change.withoutFirstSteps = withFirstSteps({ people, person: personOf(session), shown: false });
  }
  const headers = new Headers({ "Set-Cookie": writePreferences(request, change) });
  if (form.get("sections") === "close") headers.append("Set-Cookie", openSectionsCookie([], { secure: isSecure(request) }));
  const to = form.get("redirectTo");
  return redirect(safePath(typeof to === "string" ? to : "/"), { headers });
}

/** There is nothing to read here. */
export function loader() {
  throw redirect("/account/preferences");
}
