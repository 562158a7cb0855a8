import type { Check } from "./check";
import type { Expectation } from "./records.server";

const NAMES = { ndcg: "nDCG", precision: "precision", reciprocalRank: "reciprocal rank" } as const;

/** An expectation as a sentence. */
export function sentenceOf(expectation: Expectation): string {
  switch (expectation.kind) {
    case "within":
      return expectation.places === 1 ? `${expectation.document} comes first` : `${expectation.document} is in the first ${expectation.places}`;
    case "notEmpty":
      return "finds something";
    case "above":
      return `${expectation.document} is above ${expectation.other}`;
    case "measure":
      return `${NAMES[expectation.measure]}@${expectation.places} is at least ${expectation.least}`;
  }
}

/** What was read for an expectation that is not met. */
export function readingOf({ expectation, reading }: Check): string {
  if (expectation.kind === "notEmpty") return "nothing was found";
  if (expectation.kind === "measure") return `it is ${(reading ?? 0).toFixed(3)}`;
  return reading === null ? "it is not among the results" : `it is at place ${reading}`;
}

/** One test that was run; `error` where its search failed. */
export type TestRun = { label: string; milliseconds: number; checks: readonly Check[]; error?: string };

// Characters that XML cannot hold are left out.
function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;" };
  return [...text]
    .filter((char) => char === "\t" || char === "\n" || (char >= " " && !/[\ud800-\udfff\ufffe\uffff]/.test(char)) || char.length > 1)
    .map((char) => entities[char] ?? char)
    .join("");
}

function testCase(suite: string, { name, failure }: { name: string; failure?: string | undefined }): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`;
  return failure === undefined ? `${head}/>` : `${head}><failure message="${xml(failure)}"/></testcase>`;
}

/** Runs as JUnit's XML, which build servers read: a suite for each test, a case for each expectation. */
export function junitOf(runs: readonly TestRun[]): string {
  const suites = runs.map(({ label, milliseconds, checks, error }) => {
    const cases =
      error === undefined
        ? checks.map((check) => ({ name: sentenceOf(check.expectation), failure: check.met ? undefined : readingOf(check) }))
        : [{ name: "the search answers", failure: error }];
    const failures = cases.filter(({ failure }) => failure !== undefined).length;
    const head = `  <testsuite name="${xml(label)}" tests="${cases.length}" failures="${failures}" time="${(milliseconds / 1000).toFixed(3)}">`;
    return { cases: cases.length, failures, text: [head, ...cases.map((one) => testCase(label, one)), "  </testsuite>"].join("\n") };
  });
  const sum = (key: "cases" | "failures") => suites.reduce((total, suite) => total + suite[key], 0);
  const lines = suites.map(({ text }) => text);
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites tests="${sum("cases")}" failures="${sum("failures")}">`, ...lines, "</testsuites>", ""].join(
    "\n",
  );
}
