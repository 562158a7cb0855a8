import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { requireScope } from "~/session/scope.server";

export const meta: MetaFunction = () => [{ title: "Page not found" }];

/** Whatever no screen answers, inside the shell of its level. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireScope(request, params, null, context);
  throw new Response(null, { status: 404 });
}

export default function NotFoundScreen() {
  return null;
}
