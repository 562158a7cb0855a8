// What a draft wishes of the fields of an index: added, changed, removed. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { fieldUseCase, type UseCase } from "~/lib/data/documents/mapping-fields";
import { useCaseNames } from "~/lib/data/documents/use-cases";
import { leavesOut } from "../composition/conversions";
import { composeTextField, type SubFieldWishes, withField } from "../composition/mapping";
import type { SettingChange } from "../draft/setting-change";

/** The key of these wishes in a draft's values. */
export const SCHEMA_KEY = "schema.fields";

/** What a field is; only texts have a use case. */
export type FieldIs = {
  type: string;
  useCase: UseCase | null;
  /** In what it is to be: values that do not fit are left out, and fail no document. */
  lenient?: true;
  /** In the way back to a version: the analyzers that a text named itself, and sub-fields that no use case makes. */
  own?: JsonObject;
};
/** `from: null` adds a field, `to: null` removes it. */
export type FieldWish = { from: FieldIs | null; to: FieldIs | null };
/** By path. A map: a field may be called `__proto__`. */
export type SchemaWishes = ReadonlyMap<string, FieldWish>;
/** A wish whose field is no longer what it was when it was wished. */
export type SchemaConflict = { path: string; wish: FieldWish; found: FieldIs | null };

const COMPOSED = new Set(["search", "autosuggest", "delimiter", "keyword", "lang", "synonyms"]);
const ANALYZERS = new Set(["analyzer", "search_analyzer", "search_quote_analyzer"]);
const simpleText = (value: JsonValue) => (typeof value === "string" ? value : "");
const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const isUseCase = (value: JsonValue | undefined): value is UseCase =>
  typeof value === "string" && Object.hasOwn(useCaseNames, value);

function fieldIs(value: JsonValue | undefined): FieldIs | null {
  const { type, useCase, lenient, own } = objectOf(value);
  if (typeof type !== "string") return null;
  return {
    type,
    useCase: isUseCase(useCase) ? useCase : null,
    ...(lenient === true && { lenient }),
    ...(own !== undefined && isJsonObject(own) && { own }),
  };
}

export const isSameField = (one: FieldIs | null, other: FieldIs | null) =>
  one?.type === other?.type && one?.useCase === other?.useCase;
/** Whether a wish is for nothing that is not there. */
export const isNoWish = ({ from, to }: FieldWish) => isSameField(from, to) && to?.own === undefined;

/** The wishes of a draft's values; what is not a wish, or changes nothing, is left out. */
export function schemaWishes(values: JsonObject): SchemaWishes {
  const read = Object.entries(objectOf(values[SCHEMA_KEY])).map(([path, wish]): [string, FieldWish] => {
    const { from, to } = objectOf(wish);
    return [path, { from: fieldIs(from), to: fieldIs(to) }];
  });
  return new Map(read.filter(([, wish]) => !isNoWish(wish)));
}

/** A draft's values with other wishes; without the key where nothing is wished. */
export function withWishes(values: JsonObject, wishes: SchemaWishes): JsonObject {
  const { [SCHEMA_KEY]: _, ...others } = values;
  const wished = [...wishes].filter(([, wish]) => !isNoWish(wish));
  return wished.length === 0 ? others : { ...others, [SCHEMA_KEY]: Object.fromEntries(wished) };
}

/** A field in words: its type, of a text what it is used for, and whether values that do not fit are left out. */
export const fieldInWords = ({ type, useCase, lenient }: FieldIs) =>
  [
    type,
    ...(useCase === null ? [] : [useCaseNames[useCase].toLowerCase()]),
    ...(lenient ? ["values that do not fit left out"] : []),
  ].join(", ");

/**
 * What a text field has of its own: the analyzers that it names, and sub-fields that no use case makes. Undefined for
 * nothing.
 */
export function ownOf(definition: JsonObject): JsonObject | undefined {
  const named = Object.entries(definition).filter(([key, value]) => ANALYZERS.has(key) && value !== "standard");
  const fields = Object.entries(objectOf(definition["fields"])).filter(([name]) => !COMPOSED.has(name));
  if (definition["type"] !== "text" || named.length + fields.length === 0) return undefined;
  return { ...Object.fromEntries(named), ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) };
}

/** A definition with what a field once had of its own. */
export const withOwn = (definition: JsonObject, own: JsonObject): JsonObject => {
  const fields = { ...objectOf(definition["fields"]), ...objectOf(own["fields"]) };
  return { ...definition, ...own, ...(Object.keys(fields).length > 0 && { fields }) };
};

function ownInWords(own: JsonObject = {}): string {
  const { fields, ...named } = own;
  const all = [
    ...new Set(Object.values(named).map(simpleText)),
    ...Object.keys(objectOf(fields)).map((name) => `sub-field ${name}`),
  ];
  return all.length === 0 ? "standard" : all.join(", ");
}

/**
 * The paths of the fields that a draft removes. A re-index has to leave their values out: else the documents bring the
 * fields back.
 */
export const removedFields = (wishes: SchemaWishes): string[] =>
  [...wishes].flatMap(([path, { to }]) => (to === null ? [path] : []));

/** How one wish takes effect. */
export const effectOf = ({ from }: FieldWish): "in place" | "re-index" => (from === null ? "in place" : "re-index");

/** The lines of a review. */
export function schemaChanges(wishes: SchemaWishes): SettingChange[] {
  return [...wishes].map(([path, wish]) => {
    const { from, to } = wish;
    const line = { key: SCHEMA_KEY, group: "Schema", field: path, effect: effectOf(wish) };
    if (from === null)
      return { ...line, setting: "Field", old: "Not there", new: to === null ? "Not there" : fieldInWords(to) };
    if (to === null) return { ...line, setting: "Field", old: fieldInWords(from), new: "Removed" };
    if (from.type !== to.type) return { ...line, setting: "Type of", old: fieldInWords(from), new: fieldInWords(to) };
    if (from.useCase === to.useCase)
      return { ...line, setting: "Analyzers of", old: ownInWords(from.own), new: ownInWords(to.own) };
    const [old, now] = [from, to].map(({ useCase }) => useCaseNames[useCase ?? "none"]);
    return { ...line, setting: "Use case of", old: old ?? "", new: now ?? "" };
  });
}

/**
 * The steps to a field of a mapping: those of old ones may hold dots themselves. Undefined where the mapping does not
 * have it; sub-fields do not count.
 */
export function stepsTo(mapping: JsonObject, path: string): string[] | undefined {
  const properties = objectOf(mapping["properties"]);
  if (Object.hasOwn(properties, path)) return [path];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const name = path.slice(0, dot);
    const below = Object.hasOwn(properties, name)
      ? stepsTo(objectOf(properties[name]), path.slice(dot + 1))
      : undefined;
    if (below) return [name, ...below];
  }
  return undefined;
}

/** The definition of a field, by its steps. */
export function fieldAt(mapping: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce<JsonObject>((here, step) => objectOf(objectOf(here["properties"])[step]), mapping);
}

/** What a definition is, as a wish has it. */
export function definitionIs(definition: JsonObject): FieldIs {
  const { type, properties } = definition;
  const named = typeof type === "string" ? type : "object";
  return { type: named, useCase: named === "text" && properties === undefined ? fieldUseCase(definition) : null };
}

/** What a mapping has at a path; null for nothing. */
export function foundAt(mapping: JsonObject, path: string): FieldIs | null {
  const steps = stepsTo(mapping, path);
  return steps === undefined ? null : definitionIs(fieldAt(mapping, steps));
}

/** Wishes that go out from another mapping than there is now. */
export function conflicts(mapping: JsonObject, wishes: SchemaWishes): SchemaConflict[] {
  return [...wishes].flatMap(([path, wish]) => {
    const found = foundAt(mapping, path);
    return isSameField(found, wish.from) ? [] : [{ path, wish, found }];
  });
}

/**
 * A field as it is wished. Of another type it keeps what every type has: fields below it, sub-fields of other names,
 * and where it is copied to.
 */
export function wishedDefinition(
  present: JsonObject,
  { to, wishes }: { to: FieldIs; wishes: SubFieldWishes },
): JsonObject {
  if (to.type === "text")
    return withOwn(composeTextField(present, { useCase: to.useCase ?? "none", wishes }), to.own ?? {});
  if (to.type === "object" || to.type === "nested") return { ...present, type: to.type };
  const { copy_to, fields } = present;
  const own = Object.entries(objectOf(fields)).filter(([name]) => !COMPOSED.has(name));
  // Engines refuse sub-fields of a rank feature.
  const kept = own.length > 0 && to.type !== "rank_feature";
  const lenient = to.lenient && leavesOut(to.type);
  return {
    type: to.type,
    ...(lenient && { ignore_malformed: true }),
    ...(copy_to !== undefined && { copy_to }),
    ...(kept && { fields: Object.fromEntries(own) }),
  };
}

/** A mapping with one more field, and the objects on the way to it. */
function withNewField(
  mapping: JsonObject,
  { path, definition }: { path: readonly string[]; definition: JsonObject },
): JsonObject {
  const [first, ...below] = path;
  if (first === undefined) return mapping;
  const properties = objectOf(mapping["properties"]);
  const inner =
    below.length === 0 ? definition : withNewField(objectOf(properties[first]), { path: below, definition });
  return { ...mapping, properties: { ...properties, [first]: inner } };
}

/**
 * A mapping as the wishes want it. One whose field is no longer there is left out; removals come first, so that their
 * paths are free.
 */
export function wishedMapping(mapping: JsonObject, wishes: SchemaWishes, subFields: SubFieldWishes): JsonObject {
  const all = [...wishes].sort(([, one], [, other]) => Number(one.to !== null) - Number(other.to !== null));
  return all.reduce((made, [path, { from, to }]) => {
    const steps = stepsTo(made, path);
    if (to === null) return steps === undefined ? made : withField(made, { path: steps, definition: null });
    if (steps !== undefined)
      return withField(made, {
        path: steps,
        definition: wishedDefinition(fieldAt(made, steps), { to, wishes: subFields }),
      });
    return from === null
      ? withNewField(made, { path: path.split("."), definition: wishedDefinition({}, { to, wishes: subFields }) })
      : made;
  }, mapping);
}
