import type { Mapping, ParsedDocument } from "../../mapping/types";
import { layoutFor } from "../segment/layout";
import type { FieldValues } from "../types";
import type { SegmentDocument } from "./builder";

type Content = Pick<SegmentDocument, "fields" | "nested">;

function fieldsOf(fields: ReadonlyMap<string, FieldValues>, mapping: Mapping): Content["fields"] {
  return Array.from(fields, ([path, values]) => [path, values, layoutFor(mapping, path)] as const);
}

/** What a parsed document brings to a segment, by the mapping with its new fields. */
export function contentOf({ fields, nested }: ParsedDocument, mapping: Mapping): Content {
  if (nested.length === 0) return { fields: fieldsOf(fields, mapping) };
  return {
    fields: fieldsOf(fields, mapping),
    nested: nested.map((object) => ({ path: object.path, parent: object.parent, fields: fieldsOf(object.fields, mapping) })),
  };
}
