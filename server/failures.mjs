// What failed in the runs of vitest whose reports these are, short: a long run's own output is read from its end.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const MOST = 60;
const MOST_LINES = 6;
const LONGEST = 300;

/** The first lines of a message without colours and without the lines that say where it was thrown. */
function shortened(message) {
  const lines = message
    .replace(/\u001B\[[\d;]*m/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at (?!.*\/(tests|app|backend|common|server)\/)/.test(line));
  return lines.slice(0, MOST_LINES).map((line) => `    ${line.slice(0, LONGEST)}`);
}

/**
 * The failed tests of some report files as lines to print, each with its file and the beginning of what it said, at
 * most 60; a file that could not be loaded counts as one. `from` is the folder that paths are told from.
 */
export function failureLines(reports, from) {
  const failed = reports
    .filter((path) => existsSync(path))
    .flatMap((path) => JSON.parse(readFileSync(path, "utf8")).testResults)
    .filter(({ status }) => status !== "passed")
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(from, name);
      const tests = assertionResults.filter(({ status }) => status === "failed");
      if (tests.length === 0) return [[`  ${file}`, ...shortened(message)]];
      return tests.map((test) => [`  ${file} > ${test.fullName}`, ...shortened(test.failureMessages.join("\n"))]);
    });
  if (failed.length === 0) return [];
  const more = failed.length > MOST ? [`  and ${failed.length - MOST} more`] : [];
  return ["What failed:", ...failed.slice(0, MOST).flat(), ...more];
}
