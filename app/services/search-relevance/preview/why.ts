// Why a result has its score, and what of it a draft changes. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import type { Explanation } from "~/services/data/search/answer.server";
import { addedFactors, type Factors, factorsOf, weighed } from "./factors";

/** A part of a score. `words` are what a field was found by; "" for what is no text. */
export type Part = {
  kind: "match" | "phrase" | "feature" | "other";
  field: string;
  words: string;
  value: number;
  /** What a match is the product of; null where the engine does not tell. */
  factors?: Factors | null;
};
/** One row of the reasons; null where the side has no such part. */
export type WhyRow = Omit<Part, "value"> & { reason: string; live: number | null; draft: number | null };

const WEIGHT = /^weight\((.*) in -?\d+\)/s;
const FEATURE = /function on the \S+ field for the (.+) feature/;
const CONSTANT = /^ConstantScore\((.*)\)(?:\^[\d.]+)?$/s;
const TERM = /^([^:\s"]+):(.+)$/s;
const MOST_PARTS = 40;
const MOST_WORDS = 80;

const cut = (text: string) =>
  text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS).replace(/[\ud800-\udbff]$/, "")}…` : text;

// `title:"dark knight"`, `title:batman`, `Synonym(title:bat title:batman)`: a field and what it was found by.
function termOf(text: string, value: number): Part | null {
  const synonym = /^Synonym\((.*)\)$/s.exec(text);
  if (synonym) {
    const terms = (synonym[1] ?? "").split(" ").map((one) => TERM.exec(one.replace(/\^[\d.]+$/, "")));
    const field = terms[0]?.[1];
    return field === undefined
      ? null
      : { kind: "match", field, words: cut(terms.flatMap((found) => found?.[2] ?? []).join(" or ")), value };
  }
  const [, field, words] = TERM.exec(text.replace(/\^[\d.]+$/, "")) ?? [];
  if (field === undefined || words === undefined) return null;
  const phrase = /^"(.*)"(?:~\d+)?$/s.exec(words)?.[1];
  return phrase === undefined
    ? { kind: "match", field, words: cut(words), value }
    : { kind: "phrase", field, words: cut(phrase), value };
}

function leafOf(why: Explanation): Part {
  const { value, description } = why;
  const feature = FEATURE.exec(description)?.[1];
  if (feature !== undefined) return { kind: "feature", field: feature, words: "", value };
  const text = WEIGHT.exec(description)?.[1] ?? CONSTANT.exec(description)?.[1];
  const found = text === undefined ? null : termOf(text, value);
  if (found) return { ...found, factors: WEIGHT.test(description) ? factorsOf(why) : null };
  return {
    kind: "other",
    field: "",
    words: cut(description.replace(/,? ?(result of|computed as .*|product of|sum of|from):?$/s, "").trim()),
    value,
  };
}

// Of clauses of which the best counts, that one; the others add what the tie breaker leaves of them.
function bestOf(why: Explanation): Part[] {
  const [best, ...others] = [...why.details].sort((one, other) => other.value - one.value);
  if (!best) return [leafOf(why)];
  const share = Number(/^max plus ([\d.]+) times others of/.exec(why.description)?.[1] ?? 0);
  const less = share === 0 ? [] : others.flatMap(collected).map((part) => ({ ...part, value: part.value * share }));
  return [...collected(best), ...less];
}

function collected(why: Explanation): Part[] {
  if (why.value === 0) return [];
  if (why.details.length > 0 && why.description.startsWith("sum of")) return why.details.flatMap(collected);
  if (why.description.startsWith("max of") || why.description.startsWith("max plus")) return bestOf(why);
  return [leafOf(why)];
}

const keyOf = ({ kind, field, words }: Omit<Part, "value">) => JSON.stringify([kind, field, words]);

/**
 * The parts that a score is the sum of: what is found in several clauses by one word of one field stands once.
 * `weights`: of the fields that were searched, where they are known.
 */
export function partsOf(why: Explanation | null, weights?: ReadonlyMap<string, number>): Part[] {
  const parts = new Map<string, Part>();
  for (const part of why ? collected(why).slice(0, MOST_PARTS) : []) {
    const key = keyOf(part);
    const before = parts.get(key);
    parts.set(key, before ? { ...part, value: before.value + part.value, factors: addedFactors(before, part) } : part);
  }
  return [...parts.values()]
    .map((part) => (part.factors ? { ...part, factors: weighed(part, weights?.get(part.field)) } : part))
    .sort((one, other) => other.value - one.value);
}

const objectOf = (value: JsonValue | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};
const listOf = (value: JsonValue | undefined) => (Array.isArray(value) ? value : []);
const tenth = (value: number) => (Number.isInteger(value * 10) ? value.toFixed(1) : String(value));

// A field that the settings do not name is looked in with the weight 1 where they name none.
function weightIn(record: JsonObject, field: string): number | null {
  const search = objectOf(record["search"]);
  const fields = listOf(search["dataField"]);
  const place = fields.indexOf(field);
  if (place < 0) return fields.length === 0 ? 1 : null;
  return Number(listOf(search["fieldWeights"])[place] ?? 1);
}

function boostIn(record: JsonObject, field: string): number | null {
  const feature = objectOf(objectOf(record["search"])["rankFeature"])[field];
  return feature === undefined ? null : Number(objectOf(feature)["boost"] ?? 1);
}

type Records = { live: JsonObject; draft: JsonObject };

function reasonOf({ kind, field }: Omit<Part, "value">, records: Records): string {
  if (kind === "other") return "";
  const read = kind === "feature" ? boostIn : weightIn;
  const [before, after] = [read(records.live, field), read(records.draft, field)];
  const [noun, of] = kind === "feature" ? ["rank feature", "boost"] : ["field", "weight"];
  if (before === null && after === null) return "";
  if (before === null)
    return kind === "feature"
      ? `rank feature added, boost ${tenth(after ?? 1)}`
      : `new field, weight ${tenth(after ?? 1)}`;
  if (after === null) return `${noun} removed`;
  return before === after ? `${of} ${tenth(before)}, unchanged` : `${of} ${tenth(before)} → ${tenth(after)}`;
}

/** The parts of both scores beside each other, the largest of the draft's first, with what the settings say of each. */
export function whyRows({
  live,
  draft,
  records,
}: {
  live: Explanation | null;
  draft: Explanation | null;
  records: Records;
}): WhyRow[] {
  const [before, after] = [partsOf(live), partsOf(draft)];
  const valueIn = (parts: readonly Part[], key: string) => parts.find((part) => keyOf(part) === key)?.value ?? null;
  const keys = new Map([...after, ...before].map((part) => [keyOf(part), part]));
  return [...keys].map(([key, { kind, field, words }]) => ({
    ...{ kind, field, words, reason: reasonOf({ kind, field, words }, records) },
    live: valueIn(before, key),
    draft: valueIn(after, key),
  }));
}

const MOST_SHORT = 3;

/** The parts of a score in one line: "title 11.94 + votes 7.80". */
export function shortWhy(why: Explanation | null): string {
  const byField = new Map<string, number>();
  for (const { kind, field, words, value } of partsOf(why)) {
    const name = kind === "other" ? words : field;
    byField.set(name, (byField.get(name) ?? 0) + value);
  }
  const parts = [...byField].sort(([, one], [, other]) => other - one);
  const named = parts.slice(0, MOST_SHORT).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  const rest = parts.slice(MOST_SHORT).reduce((sum, [, value]) => sum + value, 0);
  return [...named, ...(rest > 0 ? [`others ${rest.toFixed(2)}`] : [])].join(" + ");
}
