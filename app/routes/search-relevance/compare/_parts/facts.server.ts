import { testsOf } from "~/services/search-relevance/relevance-tests/changes.server";
import { listRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";

/**
 * What became of the tests of an index when they were last run: how many passed live, and on the draft of whoever asks
 * (null: on none).
 */
export type LastResults = {
  tests: number;
  ran: number;
  live: number;
  draft: { ran: number; passes: number } | null;
  at: number;
};

/** The last results of an index's tests, as they are kept: nothing is run. Null where the index has none. */
export function lastResults(scope: Scope, index: string): LastResults | null {
  const tests = listRelevanceTests(scope.context.config, testsOf(scope, index));
  if (tests.length === 0) return null;
  const me = personOf(scope.session);
  const last = tests.flatMap((test) => test.last ?? []);
  const mine = last.flatMap(({ draft }) => (draft?.person === me ? [draft.passes] : []));
  const passing = (results: readonly boolean[]) => results.filter((passes) => passes).length;
  return {
    tests: tests.length,
    ran: last.length,
    live: passing(last.map(({ live }) => live)),
    draft: mine.length === 0 ? null : { ran: mine.length, passes: passing(mine) },
    at: Math.max(0, ...last.map(({ at }) => at)),
  };
}
