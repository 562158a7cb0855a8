import { setTimeout as sleep } from "node:timers/promises";
import type { Assignment } from "@common/data/assignments/grammar";
import { applySteps, NoObjectError } from "@common/data/assignments/program";
import { isJsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { EngineError } from "../errors";
import type { AnswerValue } from "../http/raw-json";
import type { IndexState } from "../index/index-state";
import type { ResolvedIndex } from "../index/types";
import { matchingDocuments } from "../search";
import type { EmbeddedState } from "../state";
import { BACKGROUND_SLICE_MS, inSlices, SLICE_MS, type Steps } from "../steps";
import { pause } from "../store/lock";
import type { IndexSnapshot } from "../store/types";
import { runBulk } from "./bulk";
import type { BulkItem } from "./bulk-lines";
import { showSource } from "./source-options";
import type { SourceOptions } from "./source-options";
import { finishedJson, type Task } from "./task";
import { writeJson } from "../http/serialize";
import { DocumentWriter, type Outcome } from "./writer";

/**
 * Which documents a call means: indices, query, how many at most, how many at a time, and whether a conflict ends it.
 */
export type Selection = {
  targets: readonly ResolvedIndex[];
  query: JsonValue | undefined;
  maxDocs: number;
  batchSize: number;
  proceed: boolean;
};

export type ByQueryResult = { status: number; body: Record<string, AnswerValue> };

type Batch = { index: IndexState; snapshot: IndexSnapshot; seqs: number[] };
type Picked = { target: ResolvedIndex; index: IndexState; snapshot: IndexSnapshot; seqs: number[] };

/** Finds all documents first, so that what the call writes itself is not found again. */
async function pick(
  state: EmbeddedState,
  { targets, query, maxDocs }: Selection,
  signal: AbortSignal,
): Promise<Picked[]> {
  const picked: Picked[] = [];
  let left = maxDocs;
  for (const target of targets) {
    const index = state.indices.get(target.index.name);
    if (!index) continue;
    const snapshot = index.snapshot();
    const filter = target.filter && { filter: target.filter };
    const seqs =
      left > 0 ? await matchingDocuments({ index, indices: state.indices, query, signal, most: left, ...filter }) : [];
    left -= seqs.length;
    picked.push({ target, index, snapshot, seqs });
    await pause();
  }
  return picked;
}

function* batches(picked: readonly Picked[], size: number): Generator<Batch> {
  for (const { index, snapshot, seqs } of picked)
    for (let at = 0; at < seqs.length; at += size) yield { index, snapshot, seqs: seqs.slice(at, at + size) };
}

/** Nobody waits for a task, and each of its commits makes those who search wait: it leaves them a part of the time. */
const REST = 0.5;
const LONGEST_REST_MS = 1_000;

async function rest(worked: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(worked * REST, LONGEST_REST_MS), undefined, { signal, ref: false }).catch(() => undefined);
}

/** Runs `each` over batches of the selected documents until the task is cancelled or a failure ends it. */
async function run({
  state,
  task,
  selection,
  each,
}: {
  state: EmbeddedState;
  task: Task;
  selection: Selection;
  each: (batch: Batch) => Promise<Stopped[]>;
}): Promise<ByQueryResult> {
  const release = state.store.holds.take();
  try {
    const picked = await pick(state, selection, task.signal);
    task.progress.total = picked.reduce((sum, { seqs }) => sum + seqs.length, 0);
    for (const batch of batches(picked, selection.batchSize)) {
      if (task.signal.aborted) break;
      task.progress.batches++;
      const began = performance.now();
      const failures = await each(batch);
      if (failures.length > 0)
        return { status: Math.max(...failures.map(({ status }) => status)), body: finishedJson({ task, failures }) };
      await (task.kept ? rest(performance.now() - began, task.signal) : pause());
    }
    return { status: 200, body: finishedJson({ task, failures: [] }) };
  } catch (error) {
    // Cancelled in the middle of a batch or of the search before it: the report says so, as it does between two
    // batches.
    if (!task.signal.aborted || !(error instanceof EngineError) || error.type !== "task_cancelled_exception")
      throw error;
    return { status: 200, body: finishedJson({ task, failures: [] }) };
  } finally {
    release();
  }
}

// The answer's status is the highest of its failures (Elasticsearch 7.10, `BulkIndexByScrollResponseContentListener`).
type Stopped = { index: string; id: string; cause: AnswerValue; status: number };

function failureOf({ index, id, error }: { index: IndexState; id: string; error: EngineError }): Stopped {
  return { index: index.name, id, cause: error.toCause(), status: error.status };
}

function changedMeanwhile(index: IndexState, id: string): EngineError {
  return new EngineError(
    409,
    "version_conflict_engine_exception",
    `[${id}]: version conflict, the document was changed or deleted while the request ran`,
    {
      details: { index: index.name, shard: "0", index_uuid: index.uuid },
    },
  );
}

const SCRIPT_FAILED = "script_exception";

// What a script does to a document. One that it cannot be carried out on ends the call, and nothing of its batch is
// written, as in Elasticsearch.
function assigned(text: string, steps: readonly Assignment[] | null): string {
  if (steps === null) return text;
  const source = parseJson(text);
  if (!isJsonObject(source)) return text;
  try {
    applySteps(source, steps);
  } catch (error) {
    if (!(error instanceof NoObjectError)) throw error;
    throw new EngineError(400, SCRIPT_FAILED, "runtime error", {
      causedBy: new EngineError(400, "illegal_argument_exception", error.message),
    });
  }
  return stringifyJson(source);
}

/**
 * Deletes the selected documents, or writes each again as it is (which applies the present mapping to it) or with
 * assignments made.
 */
export function changeByQuery(
  state: EmbeddedState,
  {
    task,
    selection,
    kind,
    steps,
  }: { task: Task; selection: Selection; kind: "delete" | "update"; steps: readonly Assignment[] | null },
): Promise<ByQueryResult> {
  async function each({ index, snapshot, seqs }: Batch): Promise<Stopped[]> {
    return state.store.write(async (transaction) => {
      const writer = new DocumentWriter(state.indices, transaction);
      const session = transaction.session(index.stored);
      const failures: Stopped[] = [];
      for (const [at, seq] of seqs.entries()) {
        if (at % 100 === 99) await pause();
        const id = snapshot.id(seq);
        try {
          if (session.find(id)?.seq !== seq) throw changedMeanwhile(index, id);
          const source = kind === "update" ? assigned(session.source(seq), steps) : "";
          const base = { index: index.name, id, expectation: { versionType: "internal" as const } };
          await inSlices(
            writer.apply(kind === "delete" ? { ...base, kind } : { ...base, kind: "index", source: () => source }),
          );
          if (kind === "delete") task.progress.deleted++;
          else task.progress.updated++;
        } catch (error) {
          if (!(error instanceof EngineError) || error.type === SCRIPT_FAILED) throw error;
          if (error.status === 409) task.progress.versionConflicts++;
          if (error.status !== 409 || !selection.proceed) failures.push(failureOf({ index, id, error }));
        }
      }
      return failures;
    });
  }
  return run({ state, task, selection, each });
}

/** Where a re-index writes to. */
export type Destination = {
  index: string;
  create: boolean;
  versionType: "internal" | "external" | "external_gte";
  source: SourceOptions;
};

/** Copies the selected documents into another index. */
export function reindex(
  state: EmbeddedState,
  {
    task,
    selection,
    destination,
    steps,
  }: { task: Task; selection: Selection; destination: Destination; steps: readonly Assignment[] | null },
): Promise<ByQueryResult> {
  const sliceMs = task.kept ? BACKGROUND_SLICE_MS : SLICE_MS;

  function* itemsOf({ snapshot, seqs }: Batch): Steps<BulkItem[]> {
    const items: BulkItem[] = [];
    for (const seq of seqs) {
      const { id, source, version } = snapshot.document(seq);
      const shown =
        destination.source && destination.source.includes.length + destination.source.excludes.length > 0
          ? writeJson(showSource(source, destination.source))
          : source;
      const text = assigned(shown, steps);
      const expectation =
        destination.versionType === "internal"
          ? { versionType: destination.versionType }
          : { versionType: destination.versionType, version };
      const kind = destination.create ? "create" : "index";
      items.push({
        action: "index",
        operation: { kind, index: destination.index, id, expectation, source: () => text },
      });
      yield;
    }
    return items;
  }

  async function each(batch: Batch): Promise<Stopped[]> {
    const items = await inSlices(itemsOf(batch), sliceMs);
    const answers = {
      done: (_: BulkItem, { result }: Outcome) => {
        if (result === "created") task.progress.created++;
        else task.progress.updated++;
        return [];
      },
      failed: ({ operation }: BulkItem, error: EngineError): Stopped[] => {
        const isConflict = error.status === 409;
        if (isConflict) task.progress.versionConflicts++;
        return isConflict && selection.proceed
          ? []
          : [{ index: operation.index, id: operation.id ?? "", cause: error.toCause(), status: error.status }];
      },
    };
    return (await runBulk(state, { items, signal: task.signal, answers, sliceMs })).items.flat();
  }
  return run({ state, task, selection, each });
}
