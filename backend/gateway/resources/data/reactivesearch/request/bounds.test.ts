import { expect, it, test } from "vitest";
import { SEARCH_LIMITS } from "@common/limits/search";
import { translateRequest } from "../translate/translate";
import { NOBODY_SIGNED_IN, SIGNED_IN } from "./bounds";
import { parseSearchRequest } from "./schema";
import { busyMs } from "../../../../../../tests/setup/busy";

const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const query = (id: string, more: object = {}) => ({ id, dataField: ["title"], value: "x", ...more });

function outcome(queries: readonly object[], bounds = SIGNED_IN): string {
  const request = parseSearchRequest(JSON.stringify({ query: queries }));
  try {
    translateRequest({ request, visitor: "127.0.0.1", bounds });
    return "translated";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A request of `count` queries of which the first names so many others, over and over. */
const reacting = (references: number, more: object = {}) => [
  query("first", { react: { and: many(references, (at) => `q${at % 10}`) } }),
  ...many(10, (at) => query(`q${at}`, more)),
];

it.each([
  ["queries of one search", (count: number) => many(count, (at) => query(`q${at}`)), SIGNED_IN.queries, SIGNED_IN],
  [
    "queries of nobody",
    (count: number) => many(count, (at) => query(`q${at}`)),
    NOBODY_SIGNED_IN.queries,
    NOBODY_SIGNED_IN,
  ],
  ["references of one search", (count: number) => reacting(count), SIGNED_IN.references, SIGNED_IN],
  ["references of nobody", (count: number) => reacting(count), NOBODY_SIGNED_IN.references, NOBODY_SIGNED_IN],
  [
    "characters of a value",
    (count: number) => [query("a", { value: "x".repeat(count) })],
    SEARCH_LIMITS.apiValue.most,
    SIGNED_IN,
  ],
  [
    "characters of a list of values",
    (count: number) => [query("a", { value: many(count / 2, () => "x") })],
    SEARCH_LIMITS.apiValue.most,
    SIGNED_IN,
  ],
  [
    "characters of a suggestion",
    (count: number) => [query("a", { type: "suggestion", value: "x".repeat(count) })],
    SEARCH_LIMITS.apiValue.most,
    SIGNED_IN,
  ],
  [
    "fields of a query",
    (count: number) => [query("a", { dataField: many(count, (at) => `f${at}`) })],
    SEARCH_LIMITS.apiFields.most,
    SIGNED_IN,
  ],
])("%s are taken to their bound, and not past it", (_, make, most, bounds) => {
  expect(outcome(make(most), bounds)).toBe("translated");
  expect(outcome(make(most + 2), bounds)).toMatch(new RegExp(`more than ${most}|longer than ${most}`));
});

test("a facet may hold more, and stands in every query that reacts to it: all of it is counted before any is translated", () => {
  const chosen = { type: "term", value: many(1_000, (at) => `colour ${at}`) };
  expect(outcome([query("a", chosen)])).toBe("translated");
  expect(outcome(reacting(40, chosen))).toBe("translated");
  const refused = () => expect(outcome(reacting(900, chosen))).toMatch(/come to more than this server translates/);
  expect(busyMs(refused, 100)).toBeLessThan(100);
  expect(outcome(reacting(20, chosen), NOBODY_SIGNED_IN)).toMatch(/come to more than this server translates/);
});

test("references count wherever they stand, also those to nobody", () => {
  const deep = { and: [{ or: many(60, () => "q1") }, { not: { and: many(60, () => "absent") } }] };
  expect(outcome([query("a", { react: deep }), query("q1")], NOBODY_SIGNED_IN)).toMatch(/more than 100 times/);
  expect(outcome([query("a", { react: deep }), query("q1")])).toBe("translated");
});

test("what is translated at the edge of the bounds comes to no more than was counted", () => {
  const fields = many(20, (at) => `field_${at}.search`);
  const request = parseSearchRequest(
    JSON.stringify({ query: reacting(1_000, { dataField: fields, value: "some words that are looked for" }) }),
  );
  const translated = () => translateRequest({ request, visitor: "127.0.0.1" });
  expect(busyMs(translated, 400)).toBeLessThan(400);
  const { engine } = translated();
  expect(JSON.stringify(engine).length).toBeLessThan(SIGNED_IN.translation);
});

test("a search for all words whose words would come to too much is asked as the real server asks it, and not refused", () => {
  const wide = {
    queryFormat: "and",
    dataField: many(100, (at) => `field_${at}`),
    value: many(20, (at) => `word${at}`).join(" "),
  };
  const request = (reactions: number) =>
    parseSearchRequest(
      JSON.stringify({
        query: [query("first", wide), ...many(reactions, (at) => query(`q${at}`, { react: { and: "first" } }))],
      }),
    );
  const text = (reactions: number) =>
    JSON.stringify(translateRequest({ request: request(reactions), visitor: "127.0.0.1" }).engine);
  expect(text(5)).toContain('"zero_terms_query"');
  expect(text(5).length).toBeLessThan(SIGNED_IN.translation);
  expect(text(50)).not.toContain('"zero_terms_query"');
  expect(text(50)).toContain('"cross_fields"');
});
