import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { KEPT_LIMITS } from "@common/limits/kept";
import type { Engine } from "@backend/engine/port";
import { createSums } from "@backend/gateway/resources/analytics/sums/sums";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { createSystemPlaces } from "@backend/gateway/platform/store/system-places";
import { countPopular } from "@backend/gateway/resources/search-relevance/suggestions/popular/count";
import { startTarget, type Target } from "../../replay/target";
import { basic } from "../api";

// Bounds of grades and popular searches that thousands of records are needed for; the others are in
// backend/gateway/kept-bounds.test.ts.

const { gradeTerms, popularSearches, popularIndices, popularLookedUp } = KEPT_LIMITS;
const NOW = Date.UTC(2026, 10, 23, 12);
const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

let target: Target;
beforeAll(async () => {
  target = await startTarget();
}, 60_000);
afterAll(() => target.close());

async function add(index: string, records: readonly object[]): Promise<void> {
  const body = records.map((record) => `{"index":{}}\n${JSON.stringify(record)}\n`).join("");
  await callEngine(target.engine, { method: "POST", path: `/${index}/_bulk`, query: { refresh: "true" }, body });
}

test("gradeTerms", async () => {
  const TermsSchema = z.object({ terms: z.array(z.object({ query: z.string() })) });
  const terms = async () => {
    const answer = await fetch(`${target.url}/_grade/shop`, { headers: { authorization: basic("foo", "bar") } });
    return TermsSchema.parse(await answer.json()).terms;
  };
  const grade = (at: number) => ({
    index: "shop",
    query: `term ${String(at).padStart(6, "0")}`,
    document: "1",
    grade: 1,
    username: "u",
    timestamp: "t",
  });
  await callEngine(target.engine, { method: "PUT", path: "/shop" });
  await add(".grades", many(gradeTerms.most, grade));
  expect(await terms()).toHaveLength(gradeTerms.most);
  await add(".grades", [grade(gradeTerms.most)]);
  const past = await terms();
  expect([past.length, past.at(-1)?.query]).toEqual([gradeTerms.most, grade(gradeTerms.most - 1).query]);
}, 60_000);

test("popular searches, their indices, and how many are looked up at a time", async () => {
  const searched = (term: string, indices: readonly string[]) => ({
    timestamp: new Date(NOW - 1_000).toISOString(),
    search_query: term,
    indices,
    total_hits: 9,
  });
  const lookedUp: number[] = [];
  const BodySchema = z.object({
    query: z.object({
      bool: z.object({
        filter: z.array(z.looseObject({ terms: z.looseObject({ search_query: z.array(z.string()) }) })),
      }),
    }),
  });
  const engine: Engine = (request) => {
    const text = typeof request.body === "string" ? request.body : "";
    if (text.includes('"terms":{"search_query":[')) {
      const { filter } = z
        .object({ query: z.object({ bool: z.object({ filter: z.array(z.unknown()) }) }) })
        .parse(JSON.parse(text)).query.bool;
      lookedUp.push(
        ...filter.flatMap(
          (one) =>
            BodySchema.shape.query.shape.bool.shape.filter.element.safeParse(one).data?.terms.search_query.length ?? [],
        ),
      );
    }
    return target.engine(request);
  };
  const parts = { engine, places: createSystemPlaces(), log: pino({ level: "silent" }) };
  const popular = () =>
    countPopular(
      { ...parts, sums: createSums(parts) },
      { preferences: { minHits: 2 }, now: NOW / 1_000, check: () => undefined },
    );

  const indices = many(popularIndices.most, (at) => `part-${at}`);
  const frequent = many(popularSearches.most - 1, (at) => `term ${at}`).flatMap((term) => [
    searched(term, ["shop"]),
    searched(term, ["shop"]),
  ]);
  await add(".analytics", [...frequent, ...many(3, () => searched("everywhere", indices))]);
  const taken = await popular();
  expect([taken.length, taken[0]?.key, taken[0]?.indices.length]).toEqual([
    popularSearches.most,
    "everywhere",
    popularIndices.most,
  ]);
  expect(lookedUp).toEqual(many(popularSearches.most / popularLookedUp.most, () => popularLookedUp.most));

  await add(".analytics", [searched("seldom", ["shop"]), searched("everywhere", ["seldom"])]);
  const past = await popular();
  expect([past.length, past.some(({ key }) => key === "seldom")]).toEqual([popularSearches.most, false]);
  expect([past[0]?.indices.length, past[0]?.indices.includes("seldom")]).toEqual([popularIndices.most, false]);
}, 60_000);
