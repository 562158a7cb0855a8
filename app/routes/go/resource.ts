import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Handle } from "~/navigation/handle";
import { requireScope } from "~/session/scope.server";
import { goAddress } from "./go-address";
import { findEntries } from "./palette.server";
import { paramsOf } from "./params.server";

export const handle: Handle = { holds: "answer" };

/**
 * What the palette shows for `?q=`, as JSON: `app` is the index that one is in, `only` one source (`indices` for a
 * chooser).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { q, app } = goAddress.at(request).state;
  const scope = await requireScope(request, paramsOf(app), null, context);
  return findEntries(scope, { typed: q, only: new URL(request.url).searchParams.get("only") ?? undefined });
}
