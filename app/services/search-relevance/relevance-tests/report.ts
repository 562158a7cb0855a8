import { countOf } from "~/lib/values/numbers";
import type { Check } from "./check";
import type { Expectation } from "./records.server";

const NAMES = { ndcg: "nDCG", precision: "precision", reciprocalRank: "reciprocal rank" } as const;

/** What readers call a document, by id. */
export type Names = Readonly<Record<string, string>>;

/** An expectation as a sentence; a document without a name goes by its id. */
export function sentenceOf(expectation: Expectation, names: Names = {}): string {
  const nameOf = (id: string) => names[id] ?? id;
  switch (expectation.kind) {
    case "within":
      return expectation.places === 1
        ? `${nameOf(expectation.document)} comes first`
        : `${nameOf(expectation.document)} is in the first ${expectation.places}`;
    case "notEmpty":
      return "finds something";
    case "above":
      return `${nameOf(expectation.document)} is above ${nameOf(expectation.other)}`;
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

/** What a run gave for an expectation, in few words: "3", "214 results", "0.88". */
export function shortReading({ expectation, reading, beside }: Check, total: number): string {
  if (expectation.kind === "measure") return (reading ?? 0).toFixed(2);
  if (total === 0) return "no results";
  if (expectation.kind === "notEmpty") return countOf(total, "result");
  const place = reading === null ? "not found" : String(reading);
  return expectation.kind === "above" ? `${place}, other ${beside ?? "not found"}` : place;
}

/** One test that was run; `error` where its search failed, `away` where nobody answered it. */
export type TestRun = {
  label: string;
  milliseconds: number;
  checks: readonly Check[];
  error?: string | undefined;
  away?: boolean;
  /** What of its search was left out, as a sentence. */ remark?: string;
  /** How many documents its search found. */ total?: number;
  /** nDCG of the first ten results, from 0 to 1; of a test with grades alone. */ ndcg?: number;
  names?: Names;
};

/** Whether a test passes: its search was answered and all of its expectations are met. */
export const passes = ({ checks, error }: Pick<TestRun, "checks" | "error">) =>
  error === undefined && checks.every(({ met }) => met);

// Characters that XML cannot hold are left out.
function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\n": "&#10;",
  };
  return [...text]
    .filter(
      (char) =>
        char === "\t" || char === "\n" || (char >= " " && !/[\ud800-\udfff\ufffe\uffff]/.test(char)) || char.length > 1,
    )
    .map((char) => entities[char] ?? char)
    .join("");
}

function testCase(suite: string, { name, failure }: { name: string; failure?: string | undefined }): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}"`;
  return failure === undefined ? `${head}/>` : `${head}><failure message="${xml(failure)}"/></testcase>`;
}

/** Runs as JUnit's XML, which build servers read: a suite for each test, a case for each expectation. */
export function junitOf(runs: readonly TestRun[]): string {
  const suites = runs.map(({ label, milliseconds, checks, error, names, remark }) => {
    const cases =
      error === undefined
        ? checks.map((check) => ({
            name: sentenceOf(check.expectation, names),
            failure: check.met ? undefined : readingOf(check),
          }))
        : [{ name: "the search answers", failure: error }];
    const failures = cases.filter(({ failure }) => failure !== undefined).length;
    const head = `  <testsuite name="${xml(label)}" tests="${cases.length}" failures="${failures}" time="${(milliseconds / 1000).toFixed(3)}">`;
    const told = remark === undefined ? [] : [`    <system-out>${xml(remark)}</system-out>`];
    return {
      cases: cases.length,
      failures,
      text: [head, ...cases.map((one) => testCase(label, one)), ...told, "  </testsuite>"].join("\n"),
    };
  });
  const sum = (key: "cases" | "failures") => suites.reduce((total, suite) => total + suite[key], 0);
  const lines = suites.map(({ text }) => text);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${sum("cases")}" failures="${sum("failures")}">`,
    ...lines,
    "</testsuites>",
    "",
  ].join("\n");
}
