import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { changesBetween } from "~/editor/changes.server";
import { shownAnswer } from "~/lib/json/answer.server";
import { answerDifference, foundIn } from "~/services/pipelines/trials/answers";
import { stageChanges, stageRows } from "./stages.server";
import { type Sample, type StageRun, type Trial, type Tried, tryPipeline } from "~/services/pipelines/trial.server";
import type { Tryable } from "~/services/pipelines/trials/replay.server";
import type { Scope } from "~/session/scope.server";

/** Beyond this many characters a context is shown as text: a tree of that size is slow. */
const MOST_TREE = 30_000;

/** A run as its card tells it. */
function cardOf(tried: Tried) {
  if (!tried.ok) return { ok: false as const, failure: tried.failure };
  const { code, took, response, error } = tried.trial;
  return { ok: true as const, code, took, hits: response ? (foundIn(response.body)?.total ?? null) : null, error };
}

const answerOf = ({ code, response, error }: Trial) => ({ code, body: response?.body ?? "", failed: error !== null });

/** Bodies, and answers that stages put beside them, are texts; where they are JSON they are shown as what they say. */
function openedText(value: JsonValue): JsonValue {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return value;
  try {
    return parseJson(value);
  } catch {
    return value;
  }
}

function opened(context: JsonObject): JsonObject {
  const own = (value: JsonValue): JsonValue => {
    if (value === null || !isJsonObject(value)) return openedText(value);
    return "body" in value ? { ...value, body: openedText(value["body"] ?? null) } : value;
  };
  return Object.fromEntries(Object.entries(context).map(([name, value]) => [name, own(value ?? null)]));
}

const tells = ({ context }: StageRun) => context !== null && Object.keys(context).length > 0;

/** The context after a stage, the last one that tells unless another is asked for; null where the server tells of none. */
function contextAfter({ stages }: Trial, after: string) {
  const told = stages.filter(tells);
  const shown = told.find(({ id }) => id === after) ?? told.at(-1);
  if (!shown?.context) return null;
  const text = stringifyJson(opened(shown.context));
  const isTree = text.length <= MOST_TREE;
  return { after: shown.id, stages: told.map(({ id }) => id), isTree, text: isTree ? text : shownAnswer(text).text };
}

type Asked = { id: string; sample: Sample; own: Tryable; live: Tryable | null; after: string };

/** What comes of a sample in a version, and in the live one where that is another. Throws BackendError for no run. */
export async function loadRun(scope: Scope, { id, sample, own, live, after }: Asked) {
  // The first run loads what others find loaded, and would make whichever version comes first look slow.
  if (live) await tryPipeline(scope, { id, ...live, sample });
  // One after the other, so that neither waits for the other.
  const before = live && (await tryPipeline(scope, { id, ...live, sample }));
  const tried = await tryPipeline(scope, { id, ...own, sample });
  const liveTrial = before?.ok ? before.trial : null;
  const cards = { live: before && cardOf(before), own: cardOf(tried) };
  if (!tried.ok) return { cards, told: null };
  const { trial } = tried;
  const [oldBody, body] = [liveTrial?.response?.body ?? "", trial.response?.body ?? ""];
  return {
    cards,
    told: {
      difference: liveTrial && answerDifference(answerOf(liveTrial), answerOf(trial)),
      rows: stageRows(sample, { own: trial, live: liveTrial }),
      context: contextAfter(trial, after),
      response: {
        changes: liveTrial && changesBetween(oldBody, body),
        live: liveTrial && shownAnswer(oldBody),
        own: shownAnswer(body),
      },
      console: trial.console,
      liveLines: liveTrial?.console.reduce((sum, { lines }) => sum + lines.length, 0) ?? null,
      changes: stageChanges(sample, trial),
    },
  };
}

export type RunData = Awaited<ReturnType<typeof loadRun>>;
export type Told = NonNullable<RunData["told"]>;
