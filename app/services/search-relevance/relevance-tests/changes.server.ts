import { endpointRefusal } from "@common/http/endpoint-queries";
import { stringifyJson } from "@common/text/json";
import { countOf } from "~/lib/values/numbers";
import type { Change, Undo } from "~/services/platform/changes/types";
import type { Verb } from "~/services/platform/changes/words";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { changeRelevanceTests, MOST_TESTS, type Of, type Refused, type Removal, type StoredTest } from "./store.server";
import { type Put, type RelevanceTest, RelevanceTestSchema } from "./records.server";

type Bound = Pick<Scope, "context" | "session">;

/** Where the tests of an index are kept for whoever asks. */
export const testsOf = ({ session }: Bound, index: string): Of => ({ server: session.url, index });

/** The test alone, without who saved it and what became of it. */
export const contentOf = (test: RelevanceTest): RelevanceTest => RelevanceTestSchema.parse(test);

const WORDS: Record<Exclude<Refused["refused"], "endpoint">, string> = {
  full: `An index has ${MOST_TESTS} relevance tests at most.`,
  changed: "It was saved by somebody else in the meantime.",
  gone: "It was deleted in the meantime.",
};
const STATUS: Record<Refused["refused"], number> = { full: 400, endpoint: 400, changed: 409, gone: 409 };

const wordsOf = (refused: Refused) =>
  refused.refused === "endpoint" ? endpointRefusal(refused.places) : WORDS[refused.refused];

/** Why a test was not kept, as `change` tells of a refusal. */
export class TestRefused extends BackendError {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super({
      failure: {
        kind: "status",
        status: STATUS[refused.refused],
        method: "WRITE",
        path: "console.db",
        requestId: "",
        detail: wordsOf(refused),
      },
    });
    this.refused = refused;
  }
}

type Kept = { kept: { id: string; version: number }[]; before: StoredTest[] };

/** What puts back how it was: as versions that must be found, and tests in their place. */
export type WayBack = { index: string; put: Put[]; remove: Removal[] };

/** Of all that was changed, those that share grades with what was asked for among it. */
function wayBackOf(index: string, { kept, before }: Kept): Undo {
  const versionOf = new Map(kept.map(({ id, version }) => [id, version]));
  const old = new Set(before.map(({ id }) => id));
  const back: WayBack = {
    index,
    put: before.map((test) => ({
      id: test.id,
      version: versionOf.get(test.id) ?? 0,
      past: test.version,
      test: contentOf(test),
    })),
    remove: kept.filter(({ id }) => !old.has(id)),
  };
  // As JSON: the expectations are a union that no index signature describes.
  return { kind: "set-relevance-tests", value: stringifyJson(back) };
}

type Asked = {
  index: string;
  verb: Verb;
  put?: readonly Put[];
  remove?: readonly Removal[];
  /** Of the one that it is about. */ label?: string;
  before?: StoredTest;
};

/**
 * Keeps, or forgets, tests of an index: a change of the console's own, with its way back. Refused with `TestRefused`,
 * 507 where the console's disk is full.
 */
export function toChangeTests(
  scope: Bound,
  { index, verb, put = [], remove = [], label, before }: Asked,
): Change<Kept> {
  const [only] = [...put, ...remove];
  const count = put.length + remove.length;
  return {
    resource: {
      kind: "relevance-test",
      id: count === 1 && only ? only.id : "",
      name: label ?? countOf(count, "relevance test"),
      index,
    },
    verb,
    noun: count === 1 ? "relevance test" : "relevance tests",
    right: "relevance:write",
    own: true,
    request: { method: "POST", path: "" },
    read: () => ({ kept: [], before: [] }),
    call: () => {
      const { dataDir } = scope.context.config;
      const done = changeRelevanceTests(
        { dataDir },
        { ...testsOf(scope, index), person: personOf(scope.session), put, remove },
      );
      return "refused" in done ? Promise.reject(new TestRefused(done)) : Promise.resolve(done);
    },
    ...(before && { before: stringifyJson(contentOf(before)) }),
    ...(put.length > 0 && { after: stringifyJson(put.length === 1 ? put[0]?.test : put.map(({ test }) => test)) }),
    undo: (done) => wayBackOf(index, done),
  };
}
