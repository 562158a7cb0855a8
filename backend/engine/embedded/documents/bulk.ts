import { DiskFullError } from "../disk/room";
import { diskFull, EngineError, illegalArgument } from "../errors";
import type { AnswerValue } from "../http/raw-json";
import type { EmbeddedState } from "../state";
import { inSlices } from "../steps";
import { pause } from "../store/lock";
import type { BulkItem } from "./bulk-lines";
import { showSource, sourceOptionsIn } from "./source-options";
import { DocumentWriter, outcomeJson, outcomeStatus } from "./writer";

/** Documents analysed before other requests get their turn. */
const SLICE = 100;

export type BulkResult = { errors: boolean; items: AnswerValue[] };

/** Makes the indices that first documents want, each as its templates say. Returns what could not be made, by name. */
async function createMissing({ indices }: EmbeddedState, items: readonly BulkItem[]): Promise<Map<string, EngineError>> {
  const failed = new Map<string, EngineError>();
  const wanted = new Set(items.filter(({ operation }) => operation.kind !== "delete").map(({ operation }) => operation.index));
  for (const name of wanted) {
    try {
      if (indices.target(name, "write")) continue;
      // Items that insist on an alias fail by themselves.
      if (items.some((item) => item.operation.index === name && !item.requireAlias)) await indices.createFor(name);
    } catch (error) {
      if (error instanceof DiskFullError) failed.set(name, diskFull(name));
      else if (error instanceof EngineError) failed.set(name, error);
      else throw error;
    }
  }
  return failed;
}

/** Throws where a name is no alias, as `require_alias` asks. */
export function requireAlias({ indices }: EmbeddedState, name: string): void {
  if (indices.all().some((index) => index.aliases.has(name))) return;
  throw new EngineError(404, "index_not_found_exception", `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`, {
    details: { index: name, index_uuid: "_na_" },
  });
}

function errorItem({ action, operation }: BulkItem, error: EngineError): AnswerValue {
  return { [action]: { _index: operation.index, _id: operation.id ?? null, status: error.status, error: error.toCause() } };
}

async function applyItem(item: BulkItem, { writer, forced }: { writer: DocumentWriter; forced: boolean }): Promise<AnswerValue> {
  const { action, operation } = item;
  if (operation.id === "") throw illegalArgument("if _id is specified it must not be empty");
  const outcome = await inSlices(writer.apply(operation));
  const shown = operation.kind === "update" ? sourceOptionsIn(operation.body.source, undefined) : undefined;
  const json = outcomeJson(outcome, { forced });
  if (shown && outcome.source !== undefined)
    json["get"] = { _seq_no: outcome.seqNo, _primary_term: 1, found: true, _source: showSource(outcome.source, shown) };
  json["status"] = outcomeStatus(outcome);
  return { [action]: json };
}

/**
 * Carries the operations of a bulk call out in one transaction: when this resolves, all that succeeded is on disk.
 * An operation that fails fails alone. Others get their turn every hundred documents.
 */
export async function runBulk(
  state: EmbeddedState,
  { items, forced, signal }: { items: readonly BulkItem[]; forced: boolean; signal: AbortSignal },
): Promise<BulkResult> {
  const failed = await createMissing(state, items);
  let errors = false;
  const written = state.store.write(async (transaction) => {
    const writer = new DocumentWriter(state.indices, transaction);
    const list: AnswerValue[] = [];
    for (const item of items) {
      if (list.length % SLICE === SLICE - 1) {
        await pause();
        // Nobody waits for the answer any more: nothing of an unanswered call need be kept.
        if (signal.aborted) throw new EngineError(400, "task_cancelled_exception", "the caller has gone");
      }
      try {
        const refused = failed.get(item.operation.index);
        if (refused) throw refused;
        if (item.requireAlias) requireAlias(state, item.operation.index);
        list.push(await applyItem(item, { writer, forced }));
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        errors = true;
        list.push(errorItem(item, error));
      }
    }
    return list;
  });
  return written.then(
    (answers) => ({ errors, items: answers }),
    (error: unknown) => {
      if (!(error instanceof DiskFullError)) throw error;
      // Nothing of the transaction is kept.
      return { errors: true, items: items.map((item) => errorItem(item, diskFull(item.operation.index))) };
    },
  );
}
