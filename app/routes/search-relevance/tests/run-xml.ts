import type { LoaderFunctionArgs } from "@remix-run/node";
import { junitOf } from "~/services/search-relevance/relevance-tests/report";
import { fileAnswer, runForFile } from "./_parts/run-file.server";

/** A run of all tests as JUnit's XML. */
export async function loader(args: LoaderFunctionArgs) {
  const { runs, status } = await runForFile(args);
  return fileAnswer({ text: junitOf(runs), type: "application/xml", status });
}
