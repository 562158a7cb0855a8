import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { stringifyJson } from "@common/text/json";
import { getDraft } from "~/services/search-relevance/draft/draft-store.server";
import { getRelevance } from "~/services/search-relevance/settings.server";
import { triedWith, untried } from "~/services/search-relevance/visitors/trial.server";
import { createClient } from "~/services/platform/http/client.server";
import { settle } from "~/services/platform/http/settle.server";
import type { Scope } from "~/session/scope.server";
import { admitOf } from "~/session/oidc/admit.server";
import { personOf, serverOf } from "~/sessions.server";
import { testsOf } from "../changes.server";
import type { RanTest } from "./rows";
import { runTests } from "./run-all.server";
import { noteRun } from "./note-run.server";
import { listRelevanceTests, type StoredTest } from "../store.server";

// Runs of all tests of an index, kept for a while: a page of a run is filtered, loaded again and left while it goes on.
// In memory, for they are made again in seconds.

const KEPT_MS = 10 * 60_000;
const KEPT = 30;

/** A run of an index's tests, under way or over. */
export type KeptRun = {
  /** What was run on what: another test, other settings or another draft have another word. */
  word: string;
  at: number;
  tests: readonly StoredTest[];
  hasDraft: boolean;
  /** What of the draft takes no part in its searches, because only its server could try it. */
  untried: ReturnType<typeof untried>;
  ran: RanTest[];
  state: "running" | "over" | "late" | "away";
  over: Promise<void>;
};

// Kept on the process: the development server reloads this module at each change.
const shared: typeof globalThis & { searchdeckTestRuns?: Map<string, KeptRun> } = globalThis;
const runs = () => (shared.searchdeckTestRuns ??= new Map<string, KeptRun>());

function forgetOld(): void {
  for (const [key, { at, state }] of runs())
    if (state !== "running" && (runs().size > KEPT || at < Date.now() - KEPT_MS)) runs().delete(key);
}

type Wanted = {
  index: string;
  /** Only a run that was started later than this counts. */ after?: number;
  /** How long is waited for it to be over. */ patience: number;
  /** Tests that are run, at most; the first ones by label. */ most?: number;
};

/**
 * The run of the tests of an index as they are now, on the settings and the draft as they are now: a kept one, else a
 * new one.
 */
export async function runOf(scope: Scope, { index, after = 0, patience, most = Infinity }: Wanted): Promise<KeptRun> {
  const { context, session } = scope;
  const tests = listRelevanceTests(context.config, testsOf(scope, index)).slice(0, most);
  const stored = await settle(getRelevance(scope, index));
  const settings = stored.ok ? stored.value : null;
  const draft = settings === null ? undefined : getDraft(scope, index);
  const word = createHash("sha256")
    .update(
      stringifyJson([settings?.version ?? "", draft?.values ?? {}, ...tests.map(({ id, version }) => [id, version])]),
    )
    .digest("base64url");
  forgetOld();
  const key = JSON.stringify([context.config.dataDir, session.url, personOf(session), index, tests.length]);
  const known = runs().get(key);
  const run = known?.word === word && known.at > after ? known : start();
  await Promise.race([run.over, sleep(patience, undefined, { ref: false })]);
  return run;

  function start(): KeptRun {
    // Not bound to this request: the page that shows how it ended is another one.
    const http = createClient({
      ...serverOf(session),
      admit: admitOf({ session, context, path: scope.pathname }),
      context,
    });
    const begun: KeptRun = {
      word,
      at: Date.now(),
      tests,
      hasDraft: draft !== undefined,
      untried: draft ? untried(scope, draft.values) : [],
      ran: [],
      state: "running",
      over: Promise.resolve(),
    };
    const onTest = (one: RanTest) => void begun.ran.push(one);
    const tried = draft &&
      settings && { values: draft.values, tried: triedWith(scope, { stored: settings, values: draft.values }) };
    begun.over = runTests({ http, index, tests, settings, draft: tried ?? undefined, onTest }).then(
      (ended) => {
        const places = new Map(tests.map(({ id }, at) => [id, at]));
        begun.ran.sort((a, b) => (places.get(a.test.id) ?? 0) - (places.get(b.test.id) ?? 0));
        begun.state = ended;
        // A view only reads.
        if (session.viewAs === undefined)
          noteRun(context, testsOf(scope, index), {
            ...begun,
            person: personOf(session),
            settings: settings?.version ?? "",
          });
      },
      (error: unknown) => {
        begun.state = "away";
        context.log.error({ err: error }, "relevance tests could not be run");
      },
    );
    runs().set(key, begun);
    return begun;
  }
}
