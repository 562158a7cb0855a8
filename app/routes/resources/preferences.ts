import "~/components/kit";
import type { ActionFunctionArgs } from "@remix-run/node";
import { readForm } from "~/components/forms/read-form.server";
import { redirect } from "~/redirect.server";
import { requireSameOrigin } from "~/security.server";
import { safePath } from "~/lib/deep-link";
import { type Preferences, writePreferences } from "~/session/preferences.server";

/** One preference, changed by a button of the frame: `theme`, `lite`, `listView` or `systemIndices`; leads back to `redirectTo`. */
export async function action({ request }: ActionFunctionArgs) {
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
  const to = form.get("redirectTo");
  return redirect(safePath(typeof to === "string" ? to : "/"), { headers: { "Set-Cookie": writePreferences(request, change) } });
}

/** There is nothing to read here. */
export function loader() {
  throw redirect("/account/preferences");
}
