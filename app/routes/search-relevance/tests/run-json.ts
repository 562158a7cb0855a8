import type { LoaderFunctionArgs } from "@remix-run/node";
import { passes, readingOf, sentenceOf } from "~/services/search-relevance/relevance-tests/report";
import { fileAnswer, runForFile } from "./_parts/run-file.server";

/** A run of all tests as JSON. */
export async function loader(args: LoaderFunctionArgs) {
  const { index, on, at, runs, status } = await runForFile(args);
  const passed = runs.filter(passes).length;
  const tests = runs.map(({ label, milliseconds, checks, error, names, ...run }) => ({
    label,
    passed: passes({ checks, error }),
    milliseconds,
    ...(error === undefined ? {} : { error }),
    ...(run.remark === undefined ? {} : { remark: run.remark }),
    ...(run.total === undefined ? {} : { results: run.total }),
    expectations: checks.map((check) => ({
      expected: sentenceOf(check.expectation, names),
      met: check.met,
      reading: check.reading,
      ...(check.met ? {} : { found: readingOf(check) }),
    })),
  }));
  const text = JSON.stringify(
    {
      index,
      on,
      at: new Date(at).toISOString(),
      tests: runs.length,
      passed,
      failed: runs.length - passed,
      runs: tests,
    },
    null,
    2,
  );
  return fileAnswer({ text: `${text}\n`, type: "application/json", status });
}
