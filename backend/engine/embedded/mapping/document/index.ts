import type { JsonObject } from "@common/text/json";
import type { FieldValues } from "../../store/types";
import type { MappingState, ObjectNode } from "../nodes";
import type { NestedObject } from "../types";
import { addedTree } from "./added-tree";
import { DocumentReader } from "./reader";
import { finish } from "./sinks";

/** What a document says: values by field and nested objects. */
export type ReadDocument = {
  fields: Map<string, FieldValues>;
  nested: NestedObject[];
  ignored: string[];
  /** A tree of the fields that are new. */
  added: ObjectNode | undefined;
};

/** Reads a document through a mapping; `added` is the tree of its new fields. Throws where the source does not fit. */
export function readDocument({
  state,
  source,
  id,
  isStored = false,
}: {
  state: MappingState;
  source: JsonObject;
  id: string;
  isStored?: boolean;
}): ReadDocument {
  const reader = new DocumentReader(state, id, isStored);
  reader.read(source);
  return {
    fields: finish(reader.rootSink),
    nested: reader.nested.map(({ path, parent, sink }) => ({ path, parent, fields: finish(sink) })),
    ignored: [...reader.ignored],
    added: reader.pending.size === 0 ? undefined : addedTree(state.root, reader.pending),
  };
}
