// Which synonyms the searches of an index use, looked up where they act: in the analyzers of the fields that searches
// look into. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { flattenMapping, type MappingField } from "~/lib/data/documents/mapping-fields";
import { FILTER, INDEXED, isSynonymFilter } from "~/services/search-relevance/composition/synonyms";
import { splitPath } from "~/services/search-relevance/composition/weights";
import { meaningOf } from "./groups";

export type SynonymUse = {
  /** Kept and not in use, and in use and no longer kept. */
  missing: number;
  extra: number;
  /**
   * They have to be applied again: as other clients do it words with capitals are not looked up and documents are
   * indexed with them, and where it was cut off sub-fields are searched without them.
   */
  older: boolean;
  /** Documents may be indexed with them: only a re-index takes them out. */
  indexed: boolean;
  /** Text fields that searches look into without any synonyms. */
  without: string[];
  /**
   * Whether the relevance settings name the fields; else each search does, and `without` are fields that have no
   * sub-field for it.
   */
  named: boolean;
  /** The relevance settings switch them off. */
  off: boolean;
};

type Stage = { groups: string[]; anyCase: boolean };

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const namesOf = (value: JsonValue | undefined): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
const groupsOf = (analysis: JsonObject, filter: string): string[] =>
  namesOf(objectOf(objectOf(analysis["filter"])[filter])["synonyms"]);

/** The groups of an analyzer; null for one that has none to look up. */
function stageOf(analysis: JsonObject, analyzer: JsonValue | undefined): Stage | null {
  const steps = namesOf(
    objectOf(objectOf(analysis["analyzer"])[typeof analyzer === "string" ? analyzer : ""])["filter"],
  );
  const at = steps.findIndex((name) => isSynonymFilter(analysis, name));
  if (at < 0) return null;
  const groups = steps.filter((name) => isSynonymFilter(analysis, name)).flatMap((name) => groupsOf(analysis, name));
  return { groups, anyCase: steps.slice(0, at).includes("lowercase") };
}

type Path = {
  path: string;
  indexed: Stage | null;
  searched: Stage | null;
  /** Made for synonyms, and searched without. */ cutOff: boolean;
};

/** A text field and its sub-fields with what is looked up in them. */
function pathsOf({ path, definition }: MappingField, analysis: JsonObject): Path[] {
  const of = (at: string, one: JsonObject): Path[] => {
    if (one["type"] !== "text") return [];
    const searched = stageOf(analysis, one["search_analyzer"] ?? one["analyzer"]);
    return [
      {
        path: at,
        indexed: stageOf(analysis, one["analyzer"]),
        searched,
        cutOff: one["analyzer"] === INDEXED && searched === null,
      },
    ];
  };
  return [
    ...of(path, definition),
    ...Object.entries(objectOf(definition["fields"])).flatMap(([name, sub]) => of(`${path}.${name}`, objectOf(sub))),
  ];
}

/** The fields that the settings name for searches; null where they name none. */
export function searchedFields(record: JsonObject | null): string[] | null {
  const named = namesOf(objectOf(record?.["search"])["dataField"]);
  return named.length === 0 ? null : named;
}

/**
 * How what is kept differs from what searches use. `record` are the relevance settings, null where the server has none.
 */
export function synonymUse({
  mapping,
  analysis,
  record,
  kept,
}: {
  mapping: JsonObject;
  analysis: JsonObject;
  record: JsonObject | null;
  kept: readonly string[];
}): SynonymUse {
  const fields = flattenMapping(mapping).filter(({ type }) => type === "text");
  const paths = new Map(fields.map((field) => [field.path, pathsOf(field, analysis)]));
  const all = [...paths.values()].flat();
  const looked = all.flatMap(({ searched }) => searched ?? []);
  const groups = looked.length > 0 ? looked.flatMap((stage) => stage.groups) : groupsOf(analysis, FILTER);
  const indexed = all.some((one) => (one.indexed?.groups.length ?? 0) > 0);

  const named = searchedFields(record);
  const asked = named === null ? null : new Set(named);
  const roots =
    named === null
      ? fields.map(({ path }) => path)
      : [...new Set(named.map((path) => (paths.has(path) ? path : splitPath(path).field)))];
  const finds = (root: string) =>
    (paths.get(root) ?? []).some(({ path, searched }) => searched !== null && (asked?.has(path) ?? true));

  const used = new Set(groups.map(meaningOf));
  const listed = new Set(kept.map(meaningOf));
  return {
    missing: [...listed].filter((one) => !used.has(one)).length,
    extra: [...used].filter((one) => !listed.has(one)).length,
    older: used.size > 0 && (indexed || looked.some(({ anyCase }) => !anyCase) || all.some(({ cutOff }) => cutOff)),
    indexed,
    without: roots.filter((root) => paths.has(root) && !finds(root)),
    named: named !== null,
    off: objectOf(record?.["synonyms"])["enabled"] === false,
  };
}
