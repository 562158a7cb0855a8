import type { JsonObject } from "@common/text/json";
import { SEARCH_LIMITS } from "@common/limits/search";
import { type Occurrence, textBeside } from "@common/search-relevance/synonyms/groups-in-text";
import type { Query } from "../request/schema";
import { eachWordOf } from "./all-words";
import { type DataField, weighted } from "./fields";

// Synonyms as clauses of a search: the same for every engine, whatever analyzers its index has. Each field reads the
// other words by its own analyzer, so that a stemmed field finds their forms too. They are the author's words: typing
// errors are forgiven in what a visitor typed alone.

const MOST_PAIRS = SEARCH_LIMITS.synonymPairs.most;

type Alternative = Occurrence["alternatives"][number];

/** The other words of each place of a text, in its order, as far as the bound goes. */
function withinBound(occurrences: readonly Occurrence[], fields: number): Occurrence[] {
  let left = Math.floor(MOST_PAIRS / Math.max(1, fields));
  return occurrences.flatMap((one) => {
    const alternatives = one.alternatives.slice(0, left);
    left -= alternatives.length;
    return alternatives.length === 0 ? [] : [{ ...one, alternatives }];
  });
}

// Words that stand together must do so in a document; of one word the best field counts.
const clauseOf = ({ text, isPhrase }: Alternative, fields: readonly DataField[]): JsonObject => ({
  multi_match: {
    query: text,
    fields: fields.map(weighted),
    type: isPhrase ? "phrase" : "best_fields",
    ...(isPhrase ? {} : { operator: "and" }),
  },
});

/** For a search for any words: for each place of the text its best other word. */
export function anySynonyms({ synonyms }: Pick<Query, "synonyms">, fields: readonly DataField[]): JsonObject[] {
  if (synonyms === undefined || fields.length === 0) return [];
  return withinBound(synonyms.occurrences, fields.length).map(({ alternatives }) => ({
    dis_max: { queries: alternatives.map((one) => clauseOf(one, fields)) },
  }));
}

/**
 * For a search for all words: one clause for what holds, at each place of the text, the words that were typed or others
 * for them, and all words beside. None where these are too many to be looked for one by one.
 */
export function allWithSynonyms(
  { synonyms, fuzziness }: Pick<Query, "synonyms" | "fuzziness">,
  fields: readonly DataField[],
): JsonObject[] {
  if (synonyms === undefined || fields.length === 0) return [];
  const near = String(fuzziness ?? 0) === "0" ? null : (fuzziness ?? null);
  const words = (text: string) =>
    eachWordOf({ text, fields, fuzziness: near }) ?? eachWordOf({ text, fields, fuzziness: null });
  const places = withinBound(synonyms.occurrences, fields.length);
  const beside = textBeside(synonyms.text, places);
  const typed = places.map(({ text }) => words(text));
  const rest = beside === "" ? [] : words(beside);
  if (places.length === 0 || rest === undefined || typed.includes(undefined)) return [];
  const either = places.map(({ alternatives }, place): JsonObject => ({
    dis_max: {
      queries: [{ bool: { must: typed[place] ?? [] } }, ...alternatives.map((one) => clauseOf(one, fields))],
    },
  }));
  return [{ bool: { must: [...rest, ...either] } }];
}
