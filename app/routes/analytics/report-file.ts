import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportFile } from "./_parts/report/file.server";

/** The report of a week as one file that needs nothing else. */
export async function loader(args: LoaderFunctionArgs) {
  return reportFile(args);
}
