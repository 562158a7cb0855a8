// A run as rows of a table: each expectation, live beside the draft. Pure.
import { changeOf, type Check } from "../check";
import type { RelevanceTest } from "../records.server";
import { passes, sentenceOf, shortReading, type TestRun } from "../report";

export type Outcome = "worse" | "fails" | "better" | "same" | "passes";
export const outcomes: readonly Outcome[] = ["worse", "fails", "better", "same", "passes"];
/** What a run gave for an expectation: in words, and whether it is met. */
export type Cell = { text: string; met: boolean; failed: boolean };
export type RunRow = {
  key: string;
  id: string;
  label: string;
  expected: string;
  outcome: Outcome;
  live: Cell;
  draft: Cell | null;
  /** What of its search is left out. */ remark: string | null;
};

/** A test with what it gave; `draft` is null without a draft. */
export type RanTest = {
  test: Pick<RelevanceTest, "label" | "expectations" | "names"> & { id: string };
  live: TestRun;
  draft: TestRun | null;
};

function cellOf(run: TestRun, check: Check | undefined): Cell {
  if (!check) return { text: run.error ?? "not run", met: false, failed: true };
  return { text: shortReading(check, run.total ?? 0), met: check.met, failed: false };
}

function outcomeOf(live: Check | undefined, now: { met: boolean; check: Check | undefined } | null): Outcome {
  const liveMet = live?.met === true;
  if (now === null) return liveMet ? "passes" : "fails";
  if (liveMet !== now.met) return now.met ? "better" : "worse";
  const change = live && now.check ? changeOf(live, now.check) : "same";
  return change === "same" && !now.met ? "fails" : change;
}

/** The rows of what was run: what got worse first, then what fails. */
export function rowsOf(ran: readonly RanTest[]): RunRow[] {
  const rows = ran.flatMap(({ test, live, draft }) =>
    test.expectations.map((expectation, at): RunRow => {
      const [check, after] = [live.checks[at], draft?.checks[at]];
      return {
        key: `${test.id} ${at}`,
        id: test.id,
        label: test.label,
        expected: sentenceOf(expectation, test.names),
        outcome: outcomeOf(check, draft && { met: after?.met === true, check: after }),
        live: cellOf(live, check),
        draft: draft && cellOf(draft, after),
        remark: live.remark ?? null,
      };
    }),
  );
  const rank = ({ outcome }: RunRow) => outcomes.indexOf(outcome);
  return rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => rank(a.row) - rank(b.row) || a.at - b.at)
    .map(({ row }) => row);
}

export type RunSummary = {
  tests: number;
  live: number;
  draft: number | null;
  /** Tests with an expectation that got worse. */ worse: number;
};

/** How many tests pass, and how many got worse. */
export function summaryOf(ran: readonly RanTest[]): RunSummary {
  const worse = new Set(rowsOf(ran).flatMap(({ id, outcome }) => (outcome === "worse" ? [id] : [])));
  return {
    tests: ran.length,
    live: ran.filter(({ live }) => passes(live)).length,
    draft: ran.every(({ draft }) => draft === null)
      ? null
      : ran.filter(({ draft }) => draft !== null && passes(draft)).length,
    worse: worse.size,
  };
}
