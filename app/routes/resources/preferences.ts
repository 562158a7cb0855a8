import type { ActionFunctionArgs } from "@remix-run/node";
import { readForm } from "~/components/forms/read-form.server";
import { safePath } from "~/lib/address/deep-link";
import type { Handle } from "~/navigation/handle";
import { redirect } from "~/server/redirect.server";
import { requireSameOrigin } from "~/server/security.server";
import {
  personOf,
  type Preferences,
  readPreferences,
  withFirstSteps,
  writePreferences,
} from "~/session/preferences.server";
import { getSession } from "~/sessions.server";

export const handle: Handle = { holds: "answer" };

/**
 * One preference, changed by a button of the frame: `theme`, `lite`, `listView`, `systemIndices`, `firstSteps` (hidden
 * for the user who is signed in); leads back to `redirectTo`.
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
  const to = form.get("redirectTo");
  return redirect(safePath(typeof to === "string" ? to : "/"), { headers });
}

/** There is nothing to read here. */
export function loader() {
  throw redirect("/account/preferences");
}
