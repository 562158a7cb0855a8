import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber, stringifyJson } from "@common/text/json";
import { type MappingField, numericTypes } from "./mapping-fields";
import { cut, MOST, titleRank } from "./title";

/** All values of a field in a document: names with dots in them and objects mean the same, lists are gone through. */
export function valuesAt(value: JsonValue, path: string): JsonValue[] {
  if (path === "") return Array.isArray(value) ? value.flatMap((one) => valuesAt(one, "")) : [value];
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  if (!isJsonObject(value)) return [];
  const steps = path.split(".");
  return steps.flatMap((_step, at) => {
    const name = steps.slice(0, at + 1).join(".");
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    return member === undefined ? [] : valuesAt(member, steps.slice(at + 1).join("."));
  });
}

/** The years that documents tell of; as four digits without a comma. */
const mayBeYear = (whole: string) => whole.length === 4 && Number(whole) < 2200;

/**
 * Whole digits in groups of three, the rest of the number as it is. A number that may be a year stays as written, unless
 * the other values of its column rule that out (`years`).
 */
export function groupDigits(text: string, { years = true } = {}) {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!match) return text;
  const [, sign, whole = "", rest = ""] = match;
  if (whole.length < 4 || (years && mayBeYear(whole))) return text;
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  return `${sign}${groups.join(",")}${rest}`;
}

function wordOf(value: JsonValue, most: number): string {
  if (typeof value === "string") return cut(value, most);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number" || value instanceof LosslessNumber) return String(value);
  return cut(stringifyJson(value), most);
}

/** Whether the numbers of a field count or measure something: not those of an ID. */
export const isAmount = ({ path, type }: Pick<MappingField, "path" | "type">) =>
  numericTypes.has(type) && !/(^|[._-])id$/i.test(path);

/** The values of a field as the text of a cell, cut; undefined where the document has none. */
export function cellText(
  source: JsonObject,
  { path, type }: Pick<MappingField, "path" | "type">,
  most = MOST,
): string | undefined {
  const values = valuesAt(source, path).filter((value) => value !== null);
  if (values.length === 0) return undefined;
  const words = values.slice(0, 20).map((value) => {
    const word = wordOf(value, most);
    return isAmount({ path, type }) ? groupDigits(word) : word;
  });
  return cut(words.join(", "), most);
}

/**
 * The cells of a column of numbers: all are grouped as soon as one of them is, for then they are no years.
 */
export function groupAlike(cells: readonly (string | null)[]): (string | null)[] {
  if (!cells.some((cell) => cell !== null && /\d,\d{3}/.test(cell))) return [...cells];
  return cells.map(
    (cell) =>
      cell &&
      cell
        .split(", ")
        .map((word) => groupDigits(word, { years: false }))
        .join(", "),
  );
}

const unshown: ReadonlySet<string> = new Set([
  "binary",
  "dense_vector",
  "knn_vector",
  "rank_features",
  "geo_shape",
  "percolator",
  "alias",
]);
const COLUMNS = 6;
/** Fields whose values are read to choose the columns from. */
const CANDIDATES = 40;

const rankOf = ({ path, type }: MappingField) => {
  const name = path.split(".").at(-1)?.toLowerCase() ?? "";
  if (titleRank(path) < 2) return titleRank(path);
  if (/(^|[_-])(image|img|url|link|href|thumbnail|poster|vector|embedding|hash)([_-]|$)/.test(name)) return 5;
  return type === "text" || type === "keyword" ? 2 : 3;
};

/** The fields that columns may be chosen from when nobody chose: those that look most telling by name and type. */
export function candidateFields(fields: readonly MappingField[]): MappingField[] {
  const shown = fields.filter((field) => !unshown.has(field.type));
  return [...shown]
    .sort((a, b) => rankOf(a) - rankOf(b) || a.path.split(".").length - b.path.split(".").length)
    .slice(0, CANDIDATES);
}

/** The fields that a title may stand in, for a search that needs no more of its documents. */
export function titlePaths(fields: readonly MappingField[]): string[] {
  return candidateFields(fields)
    .filter(({ path }) => titleRank(path) < 2)
    .slice(0, 5)
    .map(({ path }) => path);
}

/**
 * Up to six columns: fields that most documents of the page have, with short values. The one like a title comes first.
 */
export function defaultColumns(fields: readonly MappingField[], sources: readonly JsonObject[]): string[] {
  const scored = candidateFields(fields).map((field, at) => {
    const texts = sources.map((source) => cellText(source, field, 200)).filter((text) => text !== undefined);
    const filled = sources.length === 0 ? 1 : texts.length / sources.length;
    const length = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
    // A title may be a whole sentence.
    const lengthy = length > 60 ? (titleRank(field.path) === 0 ? 1 : 3) : length > 30 ? 0.5 : 0;
    return {
      path: field.path,
      isText: field.type === "text" || field.type === "keyword",
      score: rankOf(field) + (1 - filled) * 4 + lengthy + at / 1000,
    };
  });
  const best = scored.sort((a, b) => a.score - b.score);
  // Where there are numbers and dates with values, two columns are theirs; long and mostly empty fields fill up.
  const good = best.filter(({ score }) => score < 5);
  const texts = good.filter(({ isText }) => isText);
  const others = good.filter(({ isText }) => !isText).slice(0, Math.max(2, COLUMNS - texts.length));
  const shown = [...texts.slice(0, COLUMNS - Math.min(others.length, COLUMNS)), ...others];
  return [...new Set([...shown, ...best].map(({ path }) => path))].slice(0, COLUMNS);
}
