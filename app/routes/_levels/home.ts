import "~/kit.client";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "~/redirect.server";
import { requireSession } from "~/sessions.server";

/** `/` leads to the cluster's overview, with its query: the parameters that steer the frame are read there. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSession({ request, context });
  throw redirect(`/cluster${new URL(request.url).search}`);
}
