import { DiskFullError } from "../disk/room";
import { diskFull, EngineError, illegalArgument } from "../errors";
import type { EmbeddedState } from "../state";
import { inSlices, type Steps, wanted } from "../steps";
import type { WriteTransaction } from "../store/store";
import type { BulkItem } from "./bulk-lines";
import { DocumentWriter, type Outcome } from "./writer";

/** Documents between two looks whether others should have their turn. */
const SLICE = 10;

/** What becomes of each operation: made at once, so that nothing else of it is kept. */
export type BulkAnswers<Answer> = {
  done(item: BulkItem, outcome: Outcome): Answer;
  failed(item: BulkItem, error: EngineError): Answer;
};

export type BulkResult<Answer> = { errors: boolean; items: Answer[] };

/** Makes the indices that first documents want, each as its templates say. Returns what could not be made, by name. */
async function createMissing(
  { indices }: EmbeddedState,
  items: readonly BulkItem[],
): Promise<Map<string, EngineError>> {
  const failed = new Map<string, EngineError>();
  // Items that insist on an alias fail by themselves.
  const first = items.filter(({ operation, requireAlias }) => operation.kind !== "delete" && !requireAlias);
  for (const name of new Set(first.map(({ operation }) => operation.index))) {
    try {
      if (indices.target(name, "write")) continue;
      await indices.createFor(name);
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
  throw new EngineError(
    404,
    "index_not_found_exception",
    `no such index [${name}] and [require_alias] request flag is [true] and [${name}] is not an alias`,
    {
      details: { index: name, index_uuid: "_na_" },
    },
  );
}

type BulkOptions<Answer> = {
  items: readonly BulkItem[];
  signal: AbortSignal;
  answers: BulkAnswers<Answer>;
  /** After how long others get their turn; a few milliseconds unless told. */
  sliceMs?: number | undefined;
};

function* applyAll<Answer>(
  writer: DocumentWriter,
  { items, answers, refuse }: BulkOptions<Answer> & { refuse: (item: BulkItem) => void },
): Steps<BulkResult<Answer>> {
  const list: Answer[] = [];
  let errors = false;
  for (const item of items) {
    if (list.length % SLICE === SLICE - 1) yield;
    try {
      refuse(item);
      list.push(answers.done(item, yield* writer.apply(item.operation)));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      errors = true;
      list.push(answers.failed(item, error));
    }
  }
  return { errors, items: list };
}

/**
 * Carries the operations of a bulk call out in one transaction: when this resolves, all that succeeded is on disk.
 * An operation that fails fails alone. Others get their turn after a few milliseconds.
 */
export async function runBulk<Answer>(state: EmbeddedState, options: BulkOptions<Answer>): Promise<BulkResult<Answer>> {
  const { items, signal, answers, sliceMs } = options;
  const failed = await createMissing(state, items);
  function refuse({ operation, requireAlias: isAsked }: BulkItem): void {
    const refused = failed.get(operation.index);
    if (refused) throw refused;
    if (isAsked) requireAlias(state, operation.index);
    if (operation.id === "") throw illegalArgument("if _id is specified it must not be empty");
  }
  try {
    const work = (transaction: WriteTransaction) =>
      inSlices(
        wanted(applyAll(new DocumentWriter(state.indices, transaction), { ...options, refuse }), signal),
        sliceMs,
      );
    return await state.store.write(work, { sliceMs });
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    // Nothing of the transaction is kept.
    return { errors: true, items: items.map((item) => answers.failed(item, diskFull(item.operation.index))) };
  }
}
