import { type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import type { Change } from "~/services/platform/changes/types";
import { BackendError } from "~/services/platform/http/errors.server";
import type { Scope } from "~/session/scope.server";
import { personOf } from "~/sessions.server";
import { type SavedSample, SavedSampleSchema } from "./records.server";
import { type Asked, changeSample, type Of, type Refused, type StoredSample } from "./store.server";

type Bound = Pick<Scope, "context" | "session">;

/** Where the samples of a pipeline are kept for whoever asks. */
export const samplesOf = ({ session }: Bound, pipeline: string): Of => ({ server: session.url, pipeline });

/** The sample alone, without who saved it. */
export const contentOf = (sample: SavedSample): SavedSample => SavedSampleSchema.parse(sample);

const WORDS: Readonly<Record<Refused, string>> = {
  full: `A pipeline has at most ${PIPELINES_LIMITS.samples.most} saved samples.`,
  changed: "It was saved by somebody else in the meantime.",
  gone: "It was deleted in the meantime.",
  name: "There is a sample of this name already.",
};
const STATUS: Record<Refused, number> = { full: 400, changed: 409, gone: 409, name: 422 };

/** Why a sample was not kept, as `change` tells of a refusal. */
const refusal = (why: Refused) =>
  new BackendError({
    failure: {
      kind: "status",
      status: STATUS[why],
      method: "WRITE",
      path: "console.db",
      requestId: "",
      detail: WORDS[why],
    },
  });

/** The same words for the form, by the status of the refusal. */
export const sampleRefusals: Readonly<Record<number, string>> = {
  400: WORDS.full,
  409: "It was changed in the meantime. Open it again to see what it says now.",
  422: WORDS.name,
};

// Bodies are logged as what they say, so that what is secret in them is masked by its name.
function logged(sample: SavedSample): JsonValue {
  const plain = parseJson(stringifyJson(contentOf(sample)));
  let body: JsonValue = sample.body;
  try {
    body = parseJson(sample.body);
  } catch {
    // Lines of JSON, or no JSON at all: as it is.
  }
  return plain !== null && typeof plain === "object" && !Array.isArray(plain) ? { ...plain, body } : plain;
}

/**
 * Keeps or deletes a sample of a pipeline: a change of the console's own, with its way back; gives the version that is
 * kept now, 0 for a deleted one. Refused with 400, 409, 422 (its name), and 507 where the console's disk is full.
 */
export function toChangeSample(
  scope: Bound,
  {
    pipeline,
    before,
    verb,
    ...asked
  }: Asked & { pipeline: string; before?: StoredSample | undefined; verb?: "restore" },
): Change<number> {
  const { id, sample } = asked;
  return {
    resource: { kind: "pipeline-sample", id, name: sample?.name ?? before?.name ?? id },
    verb: verb ?? (sample === null ? "delete" : before ? "update" : "create"),
    noun: "pipeline sample",
    right: "pipelines:write",
    own: true,
    request: { method: "POST", path: "" },
    read: () => 0,
    call: () => {
      const { dataDir } = scope.context.config;
      const done = changeSample(
        { dataDir },
        { ...samplesOf(scope, pipeline), person: personOf(scope.session), ...asked },
      );
      return "refused" in done ? Promise.reject(refusal(done.refused)) : Promise.resolve(done.version);
    },
    summary: () => `of ${pipeline}`,
    ...(before && { before: logged(before) }),
    ...(sample && { after: logged(sample) }),
    // As JSON: the expectations are a union that no index signature describes.
    undo: (version) => ({
      kind: "set-pipeline-sample",
      value: stringifyJson({
        pipeline,
        id,
        version,
        past: before?.version ?? 0,
        sample: before ? contentOf(before) : null,
      }),
    }),
  };
}
