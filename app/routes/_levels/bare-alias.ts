import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "~/server/redirect.server";

/** A path without its level, `/analytics`, leads to the cluster's; sub-screens and the query are kept. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(`/cluster${pathname}${search}`);
}
