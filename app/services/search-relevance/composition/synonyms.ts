// How synonyms act: on what is searched for, never on what is indexed. So groups are the same before and after a
// re-index, one-way ones stay one-way, and changing them needs no re-index. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";

/**
 * The analyzer of the sub-field when documents are indexed, that of searches in it, and the filter that holds the
 * groups.
 */
export const INDEXED = "synonyms";
export const SEARCHED = "synonyms_search";
export const FILTER = "synonym_graph";

const KINDS = new Set<JsonValue | undefined>(["synonym", "synonym_graph"]);
const LOWER = "lowercase";
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const namesOf = (value: JsonValue | undefined): string[] =>
  typeof value === "string" ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/** Whether a filter of an analysis stands for groups of synonyms. */
export const isSynonymFilter = (analysis: JsonObject, name: string): boolean =>
  KINDS.has(objectOf(objectOf(analysis["filter"])[name])["type"]);

/**
 * An analysis in which synonyms act on searches alone, whatever their capitals are. Other clients have them in the
 * analyzer of the sub-field itself, in front of
 * `lowercase`: then groups act on documents too, but only on those indexed since, and on no word with a capital.
 */
export function withSynonymAnalyzers(analysis: JsonObject, groups?: readonly string[]): JsonObject {
  const analyzer = objectOf(analysis["analyzer"]);
  const filter = objectOf(analysis["filter"]);
  const own = objectOf(analyzer[INDEXED]);
  const { filter: had, ...rest } =
    typeof own["tokenizer"] === "string" ? own : { type: "custom", tokenizer: "standard", filter: [] };
  const others = namesOf(had).filter((name) => name !== FILTER && !isSynonymFilter(analysis, name));
  const steps = others.includes(LOWER) ? others : [...others, LOWER];
  const known = objectOf(filter[FILTER]);
  const synonyms = groups === undefined ? (known["synonyms"] ?? []) : [...groups];
  return {
    ...analysis,
    analyzer: {
      ...analyzer,
      [INDEXED]: { ...rest, filter: steps },
      [SEARCHED]: { ...rest, filter: [...steps, FILTER] },
    },
    filter: { ...filter, [FILTER]: { ...known, type: "synonym_graph", synonyms } },
  };
}

/** The sub-field of a text field by which searches use synonyms. */
export const SYNONYM_FIELD: JsonObject = { type: "text", analyzer: INDEXED, search_analyzer: SEARCHED };

const eachOf = (of: JsonValue | undefined, changed: (value: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(objectOf(of)).map(([name, value]) => [name, changed(objectOf(value))]));

function mapFields(field: JsonObject, changed: (definition: JsonObject) => JsonObject): JsonObject {
  const { properties, fields } = field;
  return changed({
    ...field,
    ...(properties !== undefined && { properties: eachOf(properties, (inner) => mapFields(inner, changed)) }),
    ...(fields !== undefined && { fields: eachOf(fields, changed) }),
  });
}

function mapMapping(mapping: JsonObject, changed: (definition: JsonObject) => JsonObject): JsonObject {
  const { dynamic_templates, ...rest } = mapping;
  const made = mapFields(rest, changed);
  if (!Array.isArray(dynamic_templates))
    return mapping["dynamic_templates"] === undefined
      ? made
      : { ...made, dynamic_templates: dynamic_templates ?? null };
  const templates = dynamic_templates.map((one) =>
    eachOf(one, (template) =>
      "mapping" in template ? { ...template, mapping: mapFields(objectOf(template["mapping"]), changed) } : template,
    ),
  );
  return { ...made, dynamic_templates: templates };
}

const isOfSynonyms = ({ analyzer }: JsonObject) => analyzer === INDEXED;

/** A mapping in which what is indexed for synonyms is searched with them, in fields that documents bring later too. */
export const withSynonymSearch = (mapping: JsonObject): JsonObject =>
  mapMapping(mapping, (field) =>
    isOfSynonyms(field) && field["search_analyzer"] === undefined ? { ...field, search_analyzer: SEARCHED } : field,
  );

/** The same as an index takes it whose analysis is that of another client: there one analyzer does both. */
export const withoutSynonymSearch = (properties: JsonObject): JsonObject =>
  eachOf(properties, (field) =>
    mapFields(field, (one) => {
      const { search_analyzer, ...rest } = one;
      return isOfSynonyms(one) && search_analyzer === SEARCHED ? rest : one;
    }),
  );

/**
 * What of a mapping has to be sent so that it becomes `withSynonymSearch` of it: changed fields whole, as engines want
 * them. Null for nothing.
 */
export function synonymSearchChanges(mapping: JsonObject): JsonObject | null {
  const made = withSynonymSearch(mapping);
  const differs = (one: JsonValue | undefined, other: JsonValue | undefined) =>
    JSON.stringify(one) !== JSON.stringify(other);
  function changedOf(before: JsonObject, after: JsonObject): JsonObject {
    const had = objectOf(before["properties"]);
    return Object.fromEntries(
      Object.entries(objectOf(after["properties"])).flatMap(([name, value]): [string, JsonValue][] => {
        if (!differs(had[name], value)) return [];
        const field = objectOf(value);
        const { type } = field;
        if (field["properties"] === undefined) return [[name, field]];
        return [[name, { ...(type !== undefined && { type }), properties: changedOf(objectOf(had[name]), field) }]];
      }),
    );
  }
  const properties = changedOf(mapping, made);
  const { dynamic_templates } = made;
  const changes = {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(dynamic_templates !== undefined &&
      differs(mapping["dynamic_templates"], dynamic_templates) && { dynamic_templates }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
