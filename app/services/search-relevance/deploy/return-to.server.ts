import { flattenMapping } from "~/lib/data/documents/mapping-fields";
import type { JsonObject } from "@common/text/json";
import { isAlike } from "../composition/comparable";
import { lostAnalyzers } from "../composition/parts";
import type { Draft } from "../draft/draft";
import { differing, valuesOf } from "../draft/draft";
import { ANALYSIS_KEY } from "../draft/pending-index-changes-of";
import type { IndexDefinition } from "./index-definition";
import {
  fieldAt,
  type FieldIs,
  type FieldWish,
  foundAt,
  isNoWish,
  ownOf,
  stepsTo,
  withOwn,
  withWishes,
} from "../schema/schema-draft";
import type { RelevanceSettings } from "../settings.server";
import type { Version } from "./versions.server";

/**
 * The draft that makes settings, fields and analyzers what they were at a version. Fields and analyzers that came since
 * stay: documents have values in them, and fields may name them.
 */
export function draftTo(
  version: Pick<Version, "record" | "made">,
  { stored, make }: { stored: RelevanceSettings; make: IndexDefinition | null },
): Draft {
  const draft = { base: stored.record, version: stored.version };
  const values = differing(stored.record, valuesOf(version.record));
  if (!make || !version.made) return { ...draft, values };
  const lost = lostAnalyzers(version.made.analysis, make.analysis);
  return {
    ...draft,
    values: {
      ...withWishes(values, fieldsBack(version.made.mapping, make.mapping)),
      ...(lost && { [ANALYSIS_KEY]: lost }),
    },
  };
}

/** What a field was. One that left out what does not fit has documents with such values. */
function wishedAt(mapping: JsonObject, path: string): FieldIs | null {
  const found = foundAt(mapping, path);
  const { ignore_malformed } = definitionAt(mapping, path);
  return found && ignore_malformed === true ? { ...found, lenient: true } : found;
}

const definitionAt = (mapping: JsonObject, path: string): JsonObject => {
  const steps = stepsTo(mapping, path);
  return steps === undefined ? {} : fieldAt(mapping, steps);
};

function wishBack(then: JsonObject, now: JsonObject, path: string): FieldWish {
  const [from, to] = [foundAt(now, path), wishedAt(then, path)];
  const [present, own] = [definitionAt(now, path), ownOf(definitionAt(then, path))];
  if (!to || own === undefined || (from?.type === "text" && isAlike(withOwn(present, own), present)))
    return { from, to };
  const had = ownOf(present);
  return { from: from && had ? { ...from, own: had } : from, to: { ...to, own } };
}

function fieldsBack(then: JsonObject, now: JsonObject): Map<string, FieldWish> {
  const wishes = flattenMapping(then).map(({ path }): [string, FieldWish] => [path, wishBack(then, now, path)]);
  return new Map(wishes.filter(([, wish]) => !isNoWish(wish)));
}
