import type { LoaderFunctionArgs } from "@remix-run/node";
import { decodeSegment } from "~/lib/address/ids";
import { clusterLevel, screenPath } from "~/navigation/paths";
import { findEntry } from "~/navigation/sections";
import { redirect } from "~/server/redirect.server";

/** A screen that only the cluster has, asked for under an index: leads to the cluster's, query and sub-screen kept. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const [, , index = "", screen = "", ...rest] = pathname.replace(/\.data$/, "").split("/");
  // The list of the cluster, narrowed to the index that it was asked for under.
  if (search === "" && rest.length === 0 && findEntry(screen)?.entry.byIndex)
    throw redirect(screenPath(clusterLevel, screen, { query: { index: decodeSegment(index) } }));
  throw redirect(`${pathname.replace(/^\/app\/[^/]+/i, "/cluster")}${search}`);
}
