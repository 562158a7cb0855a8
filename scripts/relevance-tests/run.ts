import { randomUUID } from "node:crypto";
import pino from "pino";
import { parseConfig } from "~/server/config.server";
import { createClient } from "~/services/platform/http/client.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { testsIn } from "~/services/search-relevance/relevance-tests/file.server";
import {
  junitOf,
  passes,
  readingOf,
  sentenceOf,
  type TestRun,
} from "~/services/search-relevance/relevance-tests/report";
import type { RanTest } from "~/services/search-relevance/relevance-tests/runs/rows";
import { runTests } from "~/services/search-relevance/relevance-tests/runs/run-all.server";
import { harmless } from "../command/usage";

/** A file that cannot be read as tests; the message is for the operator. */
export class FileError extends Error {}

/** A client of a server at an address, as the console has it, without what a console is configured by. */
function clientOf({ url, username, password }: { url: string; username: string; password: string }) {
  const context = {
    config: parseConfig({ SEARCH_URL: url }),
    log: pino({ level: "silent" }),
    requestId: randomUUID(),
    clientAddress: "",
    drained: () => Promise.resolve(),
    whenSent: () => undefined,
  };
  return createClient({
    baseUrl: url,
    token: Buffer.from(`${username}:${password}`, "utf8").toString("base64"),
    context,
  });
}

type Wish = {
  url: string;
  username: string;
  password: string;
  index: string;
  text: string;
  tell: (line: string) => void;
};

function tellOf(run: TestRun, tell: Wish["tell"]): void {
  tell(harmless(`${passes(run) ? "passes" : "FAILS "} ${run.label}`));
  if (run.error !== undefined) tell(harmless(`         ${run.error}`));
  for (const check of run.checks)
    if (!check.met) tell(harmless(`         ${sentenceOf(check.expectation, run.names)}: ${readingOf(check)}`));
}

/**
 * Runs the tests of a file, tells of each, and gives the runs as JUnit reads them. Throws `FileError` before anything
 * is run, and BackendError.
 */
export async function runFile({ index, text, tell, ...server }: Wish): Promise<{ passed: boolean; junit: string }> {
  const read = testsIn(text);
  if (!read.ok) throw new FileError(read.message);
  const http = clientOf(server);
  const tests = read.tests.map((test, at) => ({
    ...test,
    id: String(at),
    version: 1,
    person: "",
    changed: 0,
    last: null,
  }));
  const ran = new Map<string, TestRun>();
  const settings = await getRelevance({ http }, index);
  await runTests({
    http,
    index,
    tests,
    settings,
    draft: undefined,
    onTest: ({ test, live }: RanTest) => void ran.set(test.id, live),
  });
  const runs = tests.map(
    ({ id, label }) =>
      ran.get(id) ?? {
        label,
        milliseconds: 0,
        checks: [],
        error: "It was not run: the time was over, or the server did not answer.",
      },
  );
  for (const run of runs) tellOf(run, tell);
  const passed = runs.filter(passes).length;
  tell(`${passed} of ${runs.length} passed.`);
  return { passed: passed === runs.length, junit: junitOf(runs) };
}
