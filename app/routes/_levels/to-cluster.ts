import "~/components/kit";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "~/redirect.server";

/** A screen that only the cluster has, asked for under an index: leads to the cluster's, query and sub-screen kept. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(`${pathname.replace(/^\/app\/[^/]+/i, "/cluster")}${search}`);
}
