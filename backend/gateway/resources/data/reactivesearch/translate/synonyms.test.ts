import { compileGroups, occurrencesIn } from "@common/search-relevance/synonyms/groups-in-text";
import { SEARCH_LIMITS } from "@common/limits/search";
import { expect, test } from "vitest";
import { allWithSynonyms, anySynonyms } from "./synonyms";

const { most } = SEARCH_LIMITS.synonymPairs;
const fieldsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ field: `f${at}`, weight: 2 }));
const asked = (text: string, ...groups: string[]) => ({
  synonyms: { text, occurrences: occurrencesIn(text, compileGroups(groups)) },
  fuzziness: undefined,
});

test("one clause for each place of the text: a phrase for several words, each field with its weight", () => {
  expect(anySynonyms(asked("red sofa", "sofa,couch,day bed"), fieldsOf(1))).toEqual([
    {
      dis_max: {
        queries: [
          { multi_match: { query: "couch", fields: ["f0^2.00"], type: "best_fields", operator: "and" } },
          { multi_match: { query: "day bed", fields: ["f0^2.00"], type: "phrase" } },
        ],
      },
    },
  ]);
  const [all] = allWithSynonyms(asked("red sofa", "sofa,couch"), fieldsOf(1));
  expect(JSON.stringify(all)).toMatch(/"query":"red".*"dis_max".*"sofa".*"couch"/);
  expect(Object.keys(all ?? {})).toEqual(["bool"]);
});

test("nothing without groups, fields or other words", () => {
  expect(anySynonyms({ synonyms: undefined }, fieldsOf(1))).toEqual([]);
  expect(anySynonyms(asked("sofa", "sofa,couch"), [])).toEqual([]);
  expect(allWithSynonyms(asked("chair", "sofa,couch"), fieldsOf(1))).toEqual([]);
});

test("synonymPairs: other words times fields go to the bound, and the rest of a group is left out", () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`);
  const clauses = (others: number, fields: number) =>
    JSON.stringify(anySynonyms(asked("sofa", ["sofa", ...words(others)].join(",")), fieldsOf(fields))).split(
      "multi_match",
    ).length - 1;
  expect(clauses(most, 1)).toBe(most);
  expect(clauses(most + 1, 1)).toBe(most);
  expect(clauses(100, 10)).toBe(most / 10);
  expect(clauses(3, most + 1)).toBe(0);
});
