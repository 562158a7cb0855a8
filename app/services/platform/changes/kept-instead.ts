import { namesInWords } from "~/lib/values/names";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";

// Servers answer 200 to a change and keep some of it as it was: lists that are emptied by null, texts that become
// empty, members that they do not know. So what is stored is read again after a save, and what is not as it was to be
// is told.

const MOST_NAMED = 5;
const MOST_WORDS = 60;

/**
 * How two forms of one record differ that mean the same: nothing, null, an empty text and an empty list; a number and
 * its text.
 */
function plain(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === "" || value === false) return "";
  if (Array.isArray(value)) return value.length === 0 ? "" : stringifyJson(value.map(plain).sort());
  if (!isJsonObject(value)) return String(value);
  const members = Object.entries(value).flatMap(([name, inner]): [string, string][] =>
    plain(inner) === "" ? [] : [[name, plain(inner)]],
  );
  return members.length === 0 ? "" : stringifyJson(Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1))));
}

function objectOf(value: string | JsonValue | undefined): JsonObject | undefined {
  if (typeof value !== "string") return isJsonObject(value) ? value : undefined;
  try {
    const read = parseJson(value);
    return isJsonObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

// Dotted names are those of settings, which people know by them.
const inWords = (name: string) => (name.includes(".") ? name : wordsOf(name));
const wordsOf = (name: string) =>
  name
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

function valueInWords(value: JsonValue | undefined): string {
  if (value === false) return "false";
  if (plain(value) === "") return "none";
  const text = Array.isArray(value)
    ? value.map(String).join(", ")
    : isJsonObject(value)
      ? stringifyJson(value)
      : String(value);
  return text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text;
}

const named = (names: readonly string[]) => namesInWords(names, MOST_NAMED);

type Lists = { before: readonly JsonValue[]; meant: readonly JsonValue[]; stored: readonly JsonValue[] };

/** Of a list, what was to go and is there, and what was to come and is not. */
function keptOfList({ before, meant, stored }: Lists): string | undefined {
  const has = (list: readonly JsonValue[], item: JsonValue) => list.some((one) => plain(one) === plain(item));
  const still = before.filter((item) => !has(meant, item) && has(stored, item));
  const missing = meant.filter((item) => !has(before, item) && !has(stored, item));
  if (still.length > 0) return `The server kept ${named(still.map(valueInWords))} as before.`;
  return missing.length === 0 ? undefined : `The server kept the list without ${named(missing.map(valueInWords))}.`;
}

type Texts = {
  before: string | JsonValue | undefined;
  meant: string | JsonValue | undefined;
  stored: string | JsonValue | undefined;
};

/**
 * What a server kept as it was though it was to be changed, as a sentence; undefined where it took all, and where that
 * cannot be told. A member that is stored in a third form was taken, and written as the server writes it. `stored` is
 * null where there is no such thing.
 */
export function keptInstead(texts: Texts): string | undefined {
  if (texts.stored === null) return "The server kept nothing: there is no such thing after the change.";
  if (Array.isArray(texts.meant) && Array.isArray(texts.stored)) {
    return keptOfList({
      before: Array.isArray(texts.before) ? texts.before : [],
      meant: texts.meant,
      stored: texts.stored,
    });
  }
  const [before, meant, stored] = [objectOf(texts.before) ?? {}, objectOf(texts.meant), objectOf(texts.stored)];
  if (meant === undefined || stored === undefined) return undefined;
  const names = [...new Set([...Object.keys(meant), ...Object.keys(before)])];
  const kept = names.filter((name) => {
    const [was, wanted, is] = [before[name], meant[name], stored[name]].map(plain);
    return was !== wanted && is !== wanted && is === was;
  });
  if (kept.length === 0) return undefined;
  return `The server kept ${named(kept.map((name) => `${inWords(name)} (${valueInWords(stored[name])})`))} as before.`;
}
