import { isJsonObject, type JsonObject, type JsonValue } from "@common/text/json";
import { SEARCH_LIMITS } from "@common/limits/search";
import { type DataField, weighted } from "./fields";
import { withoutLoneSigns } from "./plural";

// How `queryFormat: "and"` finds what the real server's translation misses: there all words have to stand in fields of
// one analyzer, the last of them in the plural.

const MOST = SEARCH_LIMITS.allWords.most;
const MOST_PAIRS = SEARCH_LIMITS.allWordsPairs.most;
const MOST_LIKE_PAIRS = SEARCH_LIMITS.likeWordsPairs.most;
/** Deeper clauses are the caller's own. */
const MOST_DEPTH = 200;
/**
 * Writing systems do not all set spaces: where words end is the same for all languages here, so that a search means the
 * same on every machine.
 */
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/**
 * The words that a text without spaces holds; none where it holds too many, or is several words that are looked for
 * together.
 */
function partsOf(word: string): string[] {
  if (word.includes(" ")) return [];
  const parts = [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  return parts.length > MOST ? [] : parts;
}

/**
 * The words that are looked for one by one; those past the bound are one text at the end, whose words are looked for
 * together.
 */
function wordsOf(text: string): string[] {
  const words = [...new Set(withoutLoneSigns(text).split(" "))].filter((word) => word !== "");
  return words.length <= MOST ? words : [...words.slice(0, MOST - 1), words.slice(MOST - 1).join(" ")];
}

/** `fuzziness`: how far from it a word may be, as the engine reads it; null: as it was typed. */
type Asked = { text: string; fields: readonly DataField[]; fuzziness: JsonValue };

const near = ({ fuzziness }: Asked): JsonObject => (fuzziness === null ? {} : { fuzziness });
const inFields = (asked: Asked, fields: readonly DataField[], operator: "and" | "or"): JsonObject => ({
  multi_match: { query: asked.text, fields: fields.map(weighted), type: "best_fields", operator, ...near(asked) },
});

// Field by field, for only so a word that the analyzer of one field leaves out (a stop word) is asked of none; patterns
// of fields are the engine's to read.
function held(asked: Asked): JsonObject {
  const patterns = asked.fields.filter(({ field }) => field.includes("*"));
  const each = asked.fields
    .filter(({ field }) => !field.includes("*"))
    .map(({ field, weight }): JsonObject => {
      return {
        match: {
          [field]: {
            query: asked.text,
            operator: "and",
            zero_terms_query: "all",
            ...near(asked),
            ...(weight > 0 && { boost: weight }),
          },
        },
      };
    });
  return { dis_max: { queries: [...each, ...(patterns.length > 0 ? [inFields(asked, patterns, "and")] : [])] } };
}

function wordClause(word: string, asked: Asked): JsonObject {
  const whole = held({ ...asked, text: word });
  const parts = partsOf(word);
  if (parts.length < 2) return whole;
  return {
    bool: {
      should: [whole, { bool: { must: parts.map((text) => held({ ...asked, text })) } }],
      minimum_should_match: 1,
    },
  };
}

/** A clause for each word of a text, as `allWordsClause` asks for them; undefined where there are too many. */
export function eachWordOf(asked: Asked): JsonObject[] | undefined {
  const words = wordsOf(asked.text);
  const most = asked.fuzziness === null ? MOST_PAIRS : MOST_LIKE_PAIRS;
  return pairsOf(words, asked.fields.length) > most ? undefined : words.map((word) => wordClause(word, asked));
}

const several = (word: string): number => {
  const { length } = partsOf(word);
  return length < 2 ? 0 : length;
};

/** Words and their parts, each in each field: what the clause of a text comes to, but for the words together. */
const pairsOf = (words: readonly string[], fields: number): number =>
  fields * words.reduce((sum, word) => sum + 1 + several(word), 0);

/**
 * A clause for documents that hold all words of a text: each may stand in another field, and is read as each field's
 * analyzer reads it. Stop words count only where every searched field keeps them, and at least one word has to be
 * there. Null for a text without words, and for too many words and fields.
 */
export function allWordsClause(asked: Asked): JsonObject | null {
  const words = wordsOf(asked.text);
  const [first] = words;
  if (
    first === undefined ||
    pairsOf(words, asked.fields.length) > (asked.fuzziness === null ? MOST_PAIRS : MOST_LIKE_PAIRS)
  )
    return null;
  if (words.length === 1 && partsOf(first).length < 2) return inFields({ ...asked, text: first }, asked.fields, "and");
  const anyOfThem = inFields({ ...asked, text: words.join(" ") }, asked.fields, "or");
  return { bool: { must: words.map((word) => wordClause(word, asked)), filter: [anyOfThem] } };
}

// By its shape, which no other clause of this server's has: rights to fields may have changed what it holds.
function isAllWords(value: JsonValue): boolean {
  const bool = isJsonObject(value) ? value["bool"] : undefined;
  if (
    bool === undefined ||
    !isJsonObject(bool) ||
    Object.keys(bool).join() !== "must,filter" ||
    !Array.isArray(bool["filter"])
  )
    return false;
  const [first, ...others] = bool["filter"];
  const any = first !== undefined && isJsonObject(first) ? first["multi_match"] : undefined;
  return (
    others.length === 0 &&
    any !== undefined &&
    isJsonObject(any) &&
    any["type"] === "best_fields" &&
    any["operator"] === "or"
  );
}

/** A search body without the clauses for all words, as the real server asks it; null where it has none. */
export function withoutAllWords(body: JsonObject): JsonObject | null {
  let isChanged = false;
  const without = (value: JsonValue, depth: number): JsonValue => {
    if (depth > MOST_DEPTH) return value;
    if (Array.isArray(value)) {
      const kept = value.filter((item) => !isAllWords(item));
      isChanged ||= kept.length < value.length;
      return kept.map((item) => without(item, depth + 1));
    }
    return isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, without(inner, depth + 1)]))
      : value;
  };
  const query = without(body["query"] ?? null, 0);
  return isChanged ? { ...body, query } : null;
}

/** How many clauses for a single word in a single field a text comes to, as typed and with typing errors. */
export function wordClauses(text: string, fields: number): number {
  const pairs = pairsOf(wordsOf(text), fields);
  return 2 * ((pairs > MOST_PAIRS ? 0 : pairs) + (pairs > MOST_LIKE_PAIRS ? 0 : pairs));
}
