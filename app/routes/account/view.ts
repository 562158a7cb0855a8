import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "~/server/redirect.server";
import { requireSameOrigin } from "~/server/security.server";
import { endView } from "~/session/view-as.server";
import { requireSession } from "~/sessions.server";

/** A link ends nothing: who follows one gets the overview, with the banner on it. */
export async function loader() {
  return redirect("/");
}

/** Ends the view as another user. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireSameOrigin(request);
  const session = await requireSession({ request, context });
  return session.viewAs === undefined ? redirect("/") : endView({ request, context, session });
}
