import { flattenMapping } from "~/lib/documents/mapping-fields";
import type { JsonObject } from "@common/json";
import type { Draft } from "../draft/draft";
import { differing, valuesOf } from "../draft/draft";
import type { IndexMake } from "./index-make";
import { type FieldWish, foundAt, isSameField, withWishes } from "../schema/schema-draft";
import type { RelevanceSettings } from "../settings.server";
import type { Version } from "./versions.server";

/** The draft that makes settings and fields what they were at a version. Fields that came since stay: documents have values in them. */
export function draftTo(version: Pick<Version, "record" | "made">, { stored, make }: { stored: RelevanceSettings; make: IndexMake | null }): Draft {
  const values = differing(stored.record, valuesOf(version.record));
  return {
    base: stored.record,
    version: stored.version,
    values: make && version.made ? withWishes(values, fieldsBack(version.made.mapping, make.mapping)) : values,
  };
}

function fieldsBack(then: JsonObject, now: JsonObject): Map<string, FieldWish> {
  const paths = flattenMapping(then).map(({ path }) => path);
  const wishes = paths.map((path): [string, FieldWish] => [path, { from: foundAt(now, path), to: foundAt(then, path) }]);
  return new Map(wishes.filter(([, { from, to }]) => !isSameField(from, to)));
}
