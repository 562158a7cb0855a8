import type { Logger } from "pino";
import type { Config } from "~/server/config.server";
import { passes } from "../report";
import { listRelevanceTests, noteResults, type Of, type StoredTest } from "../store.server";
import type { RanTest } from "./rows";
import { addRun, resultsOf } from "./run-history.server";

type Where = { config: Pick<Config, "dataDir">; log: Pick<Logger, "warn"> };

type Ended = {
  /** When it began, in ms since 1970. */
  at: number;
  /** Who ran it; empty for the schedule. */
  person: string;
  tests: readonly StoredTest[];
  ran: readonly RanTest[];
  state: "running" | "over" | "late" | "away";
  /** The version of the settings' record that was live. */
  settings: string;
};

/**
 * What became of tests, for their list and its history; a full disk is no reason not to show it. A run of a part of the
 * tests, and one of which no search was answered, is no part of the history.
 */
export function noteRun({ config, log }: Where, of: Of, { at, person, tests, ran, state, settings }: Ended): void {
  const byId = new Map(tests.map((test) => [test.id, test]));
  const results = ran.flatMap(({ test: { id }, live, draft }) => {
    const test = byId.get(id);
    const last = { at, live: passes(live), ...(draft && { draft: { person, passes: passes(draft) } }) };
    return test ? [{ test, last }] : [];
  });
  try {
    noteResults(config, of, results);
    // Figures of a part say nothing beside those of others.
    const isWhole = tests.length === listRelevanceTests(config, of).length;
    const isAnswered = ran.some(({ live }) => live.error === undefined);
    if (state === "over" && isWhole && isAnswered)
      addRun(config, of, { at, person, settings, results: resultsOf(ran) });
  } catch (error) {
    log.warn({ err: error }, "the results of relevance tests were not kept");
  }
}
