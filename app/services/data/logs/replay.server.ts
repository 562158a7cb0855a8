import { BY_PERSON, CALLED_BY } from "@common/http/called-by";
import { isJsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import * as z from "zod";
import { changeFailed } from "~/lib/messages/change-failed";
import { change } from "~/services/platform/changes/change.server";
import { isBackendError } from "~/services/platform/http/errors.server";
import { draftsOf } from "~/services/platform/store/draft-store.server";
import type { Scope } from "~/session/scope.server";
import { type Again, isReadingAgain, toReplay } from "./again.server";
import { readJson } from "./body-view.server";
import type { LogRecord } from "./record.server";

/** What a replay was answered. */
const answerSchema = z.object({
  status: z.number(),
  took: z.number(),
  body: z.string(),
  /** What the console says of a refusal. */ said: z.string().nullable(),
});
export type ReplayAnswer = z.output<typeof answerSchema>;

/** By the id of the record, which stands in the place of an index. */
const answers = draftsOf({ kind: "replay", schema: answerSchema });
/** Characters of an answer that are kept for comparing. */
const MOST_KEPT = 500_000;

/**
 * Sends a recorded request once more, with the credentials of who asks. Any answer is one, a refusal too; throws
 * BackendError where none came. What changes the server goes by `change`.
 */
export async function replay(
  scope: Scope,
  { record, again }: { record: LogRecord; again: Again },
): Promise<ReplayAnswer> {
  const started = performance.now();
  const answered = (status: number, body: string, said: string | null = null) => ({
    status,
    took: Math.round(performance.now() - started),
    body: body.slice(0, MOST_KEPT),
    said,
  });
  try {
    if (!isReadingAgain(again)) {
      const { value, missed } = await change(scope, toReplay(again, record));
      return answered(value.status, value.text, missed ?? null);
    }
    const { method, path, query, headers, body, contentType } = again;
    const sent = body === null ? {} : { body, contentType: contentType ?? "application/json" };
    const { status, text } = await scope.http.send({
      method,
      path,
      query,
      headers: { ...Object.fromEntries(headers), [CALLED_BY]: BY_PERSON },
      ...sent,
    });
    return answered(status, text);
  } catch (error) {
    if (!isBackendError(error) || error.failure.kind !== "status" || error.body === undefined) throw error;
    return answered(
      error.status,
      typeof error.body === "string" ? error.body : stringifyJson(error.body),
      changeFailed(error.failure),
    );
  }
}

/** Keeps an answer for the page that compares it; gives the word by which it is found. */
export function keepAnswer(scope: Scope, { id, answer }: { id: string; answer: ReplayAnswer }): string {
  return answers.add(scope, answer, id);
}

/** A kept answer to the replay of this record. */
export function keptAnswer(scope: Scope, { id, key }: { id: string; key: string }): ReplayAnswer | undefined {
  return answers.get(scope, key, id);
}

/** A hit of an answer; its score as the answer has it. */
export type AnsweredHit = { id: string; score: JsonValue };

/** The hits of an answer, each search's on its own; undefined where it is no answer of a search. */
export function hitsOf(body: string): AnsweredHit[][] | undefined {
  const value = readJson(body)?.value;
  if (!isJsonObject(value)) return undefined;
  const several = Array.isArray(value["responses"]) ? value["responses"] : Object.values(value);
  const lists = [value, ...several].flatMap((part) => hitsIn(part) ?? []);
  return lists.length === 0 ? undefined : lists;
}

function hitsIn(part: JsonValue): [AnsweredHit[]] | undefined {
  const hits = isJsonObject(part) && isJsonObject(part["hits"]) ? part["hits"]["hits"] : undefined;
  if (!Array.isArray(hits)) return undefined;
  return [
    hits.map((hit) =>
      isJsonObject(hit) && typeof hit["_id"] === "string"
        ? { id: hit["_id"], score: hit["_score"] ?? null }
        : { id: "", score: null },
    ),
  ];
}
