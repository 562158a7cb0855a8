import { safePath } from "~/lib/address/deep-link";
import { queryString } from "~/navigation/paths";
import { hasKeptForm } from "~/session/kept-form.server";

/** Where a sign-in leads: to where somebody wanted to go, by way of the form that waits to be sent again. */
export function afterSignIn(request: Request, redirectTo: string | undefined): string {
  const to = safePath(redirectTo);
  return hasKeptForm(request) ? `/login${queryString({ redirectTo: to })}` : to;
}
