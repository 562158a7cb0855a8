import { isJsonObject, type JsonObject } from "@common/text/json";
import type { Draft } from "~/services/search-relevance/draft/draft";
import { recordOfDraft } from "~/services/search-relevance/filled-request.server";
import type { RelevanceSettings } from "~/services/search-relevance/settings.server";
import type { BackendClient } from "~/services/platform/http/client.server";
import { settle } from "~/services/platform/http/settle.server";
import { listFields } from "~/services/indices/mappings/get.server";
import { defaultSearchFields } from "~/services/data/search/fields";
import { leavesFields, requestOf, runRelevanceTest, withFields } from "./run.server";
import type { TestRun } from "../report";
import type { RanTest } from "./rows";
import type { StoredTest } from "../store.server";

/** Searches that are on their way at a time; a test on a draft is two. */
const AT_ONCE = 4;
/** How long all of them may take. */
export const TIME_LIMIT_MS = 60_000;
/** Searches in a row that nobody answered: the others would not be either. */
const MOST_AWAY = 5;

type Runs = {
  http: BackendClient;
  index: string;
  tests: readonly StoredTest[];
  /** Null where the server has no relevance settings. */ settings: RelevanceSettings | null;
  /** What waits, and what makes a request one that is tried with it (`triedWith`). */
  draft: (Pick<Draft, "values"> & { tried: (request: JsonObject) => JsonObject }) | undefined;
  onTest: (ran: RanTest) => void;
  timeLimit?: number;
};

const namesFields = (record: JsonObject | null): boolean => {
  const search = record?.["search"];
  const fields = search !== undefined && isJsonObject(search) ? search["dataField"] : undefined;
  return Array.isArray(fields) && fields.length > 0;
};

type Tested = Pick<StoredTest, "request" | "expectations">;

/** What turns a test into the request that is sent for it, on the settings of a record. */
export async function requestsOn(
  { http, index, tests }: Pick<Runs, "http" | "index"> & { tests: readonly Tested[] },
  record: JsonObject | null,
): Promise<(test: Tested) => JsonObject> {
  if (namesFields(record) || !tests.some(({ request }) => leavesFields(request))) return requestOf;
  const fields = await settle(listFields({ http }, index));
  const paths = fields.ok ? defaultSearchFields(fields.value).map(({ path }) => path) : [];
  return (test) => withFields(requestOf(test), paths);
}

/**
 * Runs tests on what is live and on the draft, a few at a time. "late" where the time was over before all were run,
 * "away" where nobody answers.
 */
export async function runTests(runs: Runs): Promise<"over" | "late" | "away"> {
  const { http, index, tests, settings, draft, onTest, timeLimit = TIME_LIMIT_MS } = runs;
  const until = Date.now() + timeLimit;
  const live = await requestsOn(runs, settings?.record ?? null);
  const record = draft && settings ? recordOfDraft(settings, draft) : null;
  const onDraft = record && (await requestsOn(runs, record));
  let [next, away] = [0, 0];
  let state: "over" | "late" | "away" = "over";

  const runOne = async (test: StoredTest, request: JsonObject): Promise<TestRun> => {
    const run = await runRelevanceTest({ http }, { index, test, request });
    away = run.away === true ? away + 1 : 0;
    return run;
  };
  async function work(): Promise<void> {
    for (let test = tests[next++]; test; test = tests[next++]) {
      if (away >= MOST_AWAY) state = "away";
      else if (Date.now() > until) state = "late";
      if (state !== "over") return;
      const now = await runOne(test, live(test));
      onTest({
        test,
        live: now,
        draft: draft && onDraft ? await runOne(test, draft.tried(onDraft(test))) : null,
      });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return state;
}
