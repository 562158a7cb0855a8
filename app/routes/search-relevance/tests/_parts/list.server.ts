import { listOf } from "~/lib/values/list-of";
import { testsOf } from "~/services/search-relevance/relevance-tests/changes.server";
import { textOf } from "~/services/search-relevance/relevance-tests/records.server";
import { sentenceOf } from "~/services/search-relevance/relevance-tests/report";
import { listRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import { personOf } from "~/sessions.server";
import type { Scope } from "~/session/scope.server";
import type { TestListState } from "./addresses";

/** A test as a row. `draft` is what became of it on the reader's own draft. */
export type TestRow = {
  id: string;
  label: string;
  search: string | null;
  expected: string[];
  more: number;
  last: { at: number; live: boolean; draft: boolean | null } | null;
  person: string;
  changed: number;
};

const SHOWN = 3;

/** A page of the tests that match. */
export function loadTests(scope: Scope, { index, state }: { index: string; state: TestListState }) {
  const all = listRelevanceTests(scope.context.config, testsOf(scope, index));
  const me = personOf(scope.session);
  const rows = all.map(({ id, label, request, expectations, names, last, person, changed }): TestRow => {
    const sentences = expectations.map((one) => sentenceOf(one, names));
    const draft = last?.draft?.person === me ? last.draft.passes : null;
    const search = textOf(request);
    return {
      id,
      label,
      search: search === label ? null : search,
      expected: sentences.slice(0, SHOWN),
      more: Math.max(0, sentences.length - SHOWN),
      last: last && { at: last.at, live: last.live, draft },
      person,
      changed,
    };
  });
  return listOf(rows, state, { text: ({ label, search, expected }) => [label, search, ...expected] });
}
