import { globFits, readGlob } from "@common/text/glob";
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { javaExpression } from "../analysis/expressions/java-expression";
import { illegalArgument, mapperParsing } from "../errors";
import { javaText, type DynamicTemplate } from "./nodes";

const KEYS: ReadonlySet<string> = new Set([
  "match",
  "unmatch",
  "path_match",
  "path_unmatch",
  "match_mapping_type",
  "match_pattern",
  "mapping",
]);
const MATCHES = ["match", "unmatch", "path_match", "path_unmatch"];
const MATCHED_TYPES = ["object", "string", "long", "double", "boolean", "date", "binary"];

/** Throws where the settings of a dynamic template are not understood. */
export function checkTemplates(settings: JsonObject): void {
  for (const key of Object.keys(settings))
    if (!KEYS.has(key)) throw illegalArgument(`Illegal dynamic template parameter: [${key}]`);
  const type = settings["match_mapping_type"];
  if (type !== undefined && type !== "*" && !MATCHED_TYPES.includes(javaText(type)))
    throw illegalArgument(
      `No field type matched on [${javaText(type)}], possible values are [${MATCHED_TYPES.join(", ")}]`,
    );
  if (settings["match"] === undefined && settings["path_match"] === undefined && type === undefined)
    throw mapperParsing(`template must have match, path_match or match_mapping_type set ${javaText(settings)}`);
  if (!isJsonObject(settings["mapping"])) throw mapperParsing("template must have mapping set");
  if (settings["match_pattern"] === "regex")
    for (const key of MATCHES) if (settings[key] !== undefined) testOf(javaText(settings[key]), true);
}

// Each new field asks for the tests of all templates.
const tests = new Map<string, (text: string) => boolean>();
const MOST_TESTS = 200;

function testOf(pattern: string, regex: boolean): (text: string) => boolean {
  const key = `${regex ? "r" : "s"}${pattern}`;
  let test = tests.get(key);
  if (!test) {
    if (tests.size >= MOST_TESTS) tests.clear();
    const glob = readGlob(pattern);
    test = regex ? javaExpression(pattern).fits : (text) => globFits(glob, text);
    tests.set(key, test);
  }
  return test;
}

function matches(pattern: JsonValue, text: string, regex: boolean): boolean {
  return testOf(javaText(pattern), regex)(text);
}

function fits({ settings }: DynamicTemplate, { name, path, matchedType }: NewField): boolean {
  const regex = settings["match_pattern"] === "regex";
  const { match, unmatch, path_match, path_unmatch, match_mapping_type } = settings;
  if (path_match !== undefined && !matches(path_match, path, regex)) return false;
  if (match !== undefined && !matches(match, name, regex)) return false;
  if (path_unmatch !== undefined && matches(path_unmatch, path, regex)) return false;
  if (unmatch !== undefined && matches(unmatch, name, regex)) return false;
  return match_mapping_type === undefined || match_mapping_type === "*" || match_mapping_type === matchedType;
}

/**
 * A field that a document brings: `matchedType` as `match_mapping_type` calls it, `dynamicType` the type it would get
 * without a template.
 */
export type NewField = { name: string; path: string; matchedType: string; dynamicType: string };

function fill(value: JsonValue, field: NewField): JsonValue {
  if (typeof value === "string")
    return value
      .replaceAll("{name}", field.name)
      .replaceAll("{dynamic_type}", field.dynamicType)
      .replaceAll("{dynamicType}", field.dynamicType);
  if (Array.isArray(value)) return value.map((each) => fill(each, field));
  if (isJsonObject(value)) return fillObject(value, field);
  return value;
}

function fillObject(mapping: JsonObject, field: NewField): JsonObject {
  return Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => [javaText(fill(key, field)), fill(value, field)]),
  );
}

/**
 * The definition that the first fitting template gives to a new field, `{name}` and `{dynamic_type}` filled in;
 * undefined when none fits.
 */
export function templateMapping(templates: readonly DynamicTemplate[], field: NewField): JsonObject | undefined {
  const template = templates.find((each) => fits(each, field));
  const mapping = template?.settings["mapping"];
  if (!isJsonObject(mapping)) return undefined;
  const filled = fillObject(mapping, field);
  return filled["type"] === undefined && filled["properties"] === undefined
    ? { type: field.dynamicType, ...filled }
    : filled;
}
