import { countOf } from "~/lib/values/numbers";

/** How often the script of a rule failed, when last (ms), and the last times with what was printed, newest first. */
export type RuleFailures = {
  count: number;
  lastAt: number;
  recent: readonly { at: number; message: string; logs: readonly string[] }[];
};

/** The failures of a script in one sentence; `when`: the last time as the reader reads it. */
export function failureText(
  { count, recent }: RuleFailures,
  { when, isCron }: { when: string; isCron: boolean },
): string {
  const [last] = recent;
  const times = `The script failed ${countOf(count, "time")}, last ${when}`;
  const effect = isCron ? "" : " Searches and writes continue without it.";
  return `${times}${last ? `: ${last.message.replace(/\.?$/, ".")}` : "."}${effect}`;
}

/** The last failures as lines of a log. `timeOf`: an instant as the reader reads it. */
export function failureLog({ recent }: RuleFailures, timeOf: (at: number) => string): string {
  return recent
    .flatMap(({ at, message, logs }) => [`${timeOf(at)}  ${message}`, ...logs.map((line) => `    ${line}`)])
    .join("\n");
}
