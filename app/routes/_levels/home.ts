import type { LoaderFunctionArgs } from "@remix-run/node";
import { visibleSections } from "~/navigation/visible.server";
import { redirect } from "~/server/redirect.server";
import { requireScope } from "~/session/scope.server";

/**
 * `/` leads to what the user may see first, with its query (the parameters that steer the frame are read there): the
 * cluster's overview, or the first entry of the menu. Who has no screen here yet finds the preferences of the account.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { identity, can } = await requireScope(request, params, null, context);
  const [first] = visibleSections({
    at: { level: "cluster" },
    actions: identity.actions,
    backend: identity.backend,
  }).flatMap(({ entries }) => entries);
  throw redirect(
    `${can("overview") ? "/cluster" : (first?.href ?? "/account/preferences")}${new URL(request.url).search}`,
  );
}
