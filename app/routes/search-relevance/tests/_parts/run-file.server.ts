import type { LoaderFunctionArgs } from "@remix-run/node";
import { flag, oneOf, address } from "~/lib/address";
import { isForeignLink } from "~/server/security.server";
import { runOf } from "~/services/search-relevance/relevance-tests/runs/kept-runs.server";
import { passes, type TestRun } from "~/services/search-relevance/relevance-tests/report";
import { TIME_LIMIT_MS } from "~/services/search-relevance/relevance-tests/runs/run-all.server";
import { openTests } from "./form/form.server";

const asked = address({ on: oneOf(["live", "draft"], { initial: "live" }), fail: flag() });

/**
 * A run in which something failed, where the address asks for that: 424 Failed Dependency, which no other answer of the
 * console has.
 */
const FAILED = 424;

/**
 * Runs all tests of an index again for a build server and gives the runs: of what is live, or of the draft of whoever
 * asks (`?on=draft`). What could not be run is a test that fails. Throws a 403 for a link of another site and a 409
 * where there is no draft.
 */
export async function runForFile({ request, params, context }: LoaderFunctionArgs) {
  const { scope, index } = await openTests(request, params, context);
  if (isForeignLink(request)) throw new Response("A link of another site runs no tests.", { status: 403 });
  const { on, fail } = asked.at(request).state;
  const run = await runOf(scope, { index, after: Date.now() - 1, patience: TIME_LIMIT_MS + 30_000 });
  if (on === "draft" && !run.hasDraft) throw new Response(`There is no draft for ${index}.`, { status: 409 });
  const ran = new Map(run.ran.map((one) => [one.test.id, one]));
  const runs = run.tests.map((test): TestRun => {
    const one = ran.get(test.id);
    const missing: TestRun = {
      label: test.label,
      names: test.names,
      milliseconds: 0,
      checks: [],
      error: "It was not run: the time was over, or the server did not answer.",
    };
    return (on === "draft" ? one?.draft : one?.live) ?? missing;
  });
  const status = fail && !runs.every(passes) ? FAILED : 200;
  return { index, on, at: run.at, runs, status };
}

/** A file as an answer, which nobody keeps. */
export const fileAnswer = ({ text, type, status }: { text: string; type: string; status: number }) =>
  new Response(text, {
    status,
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
