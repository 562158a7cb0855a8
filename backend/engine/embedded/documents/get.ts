import { readText } from "@common/storage/sqlite";
import type { AnswerValue } from "../http/raw-json";
import type { IndexState } from "../index/index-state";
import type { ReadingState } from "../state";
import type { SourceOptions } from "./source-options";
import { showSource } from "./source-options";

/** A document as it stands in the table. */
export type FoundDocument = { version: number; seqNo: number; source: string };

/** Reads a live document by its id. */
export function readDocument(
  { store }: ReadingState,
  { index, id }: { index: IndexState; id: string },
): FoundDocument | undefined {
  const row = store.reader
    .prepare<{ version: number; seq_no: number; source: string }>(
      "SELECT d.version, d.seq_no, d.source FROM entry e JOIN document d ON d.seq = e.seq WHERE e.idx = ? AND e.id = ?",
    )
    .get(index.stored.number, id);
  return row && { version: row.version, seqNo: row.seq_no, source: readText(row.source) };
}

/** A document as `GET _doc` and `_mget` answer it, found or not. */
export function documentJson({
  index,
  id,
  found,
  source,
}: {
  index: IndexState;
  id: string;
  found: FoundDocument | undefined;
  source: SourceOptions;
}): Record<string, AnswerValue> {
  if (!found) return { _index: index.name, _id: id, found: false };
  return {
    _index: index.name,
    _id: id,
    _version: found.version,
    _seq_no: found.seqNo,
    _primary_term: 1,
    found: true,
    ...(source && { _source: showSource(found.source, source) }),
  };
}
