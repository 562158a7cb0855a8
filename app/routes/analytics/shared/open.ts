import type { LoaderFunctionArgs } from "@remix-run/node";
import { openSharedLink } from "./open.server";

/** What a shared link leads to: one page, for who has its address. */
export async function loader(args: LoaderFunctionArgs) {
  return openSharedLink(args);
}
