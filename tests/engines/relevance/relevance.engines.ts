import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_TEMPLATE } from "@backend/gateway/resources/indices/template/default-template";
import { answerDifference } from "../difference";
import { cities, movies } from "../fixtures";
import { randomFrom } from "../generate/random";
import { ask, openStand, type Stand } from "../stand";
import { relevanceDocument, type Tally } from "./document";
import { CITIES, MOVIES, type PageQuery, pageQueries } from "./queries";

/** The share of queries that have to be answered alike. */
const SHARE = 0.99;

const fixtures = [
  {
    ...movies(),
    index: MOVIES,
    settings: { analysis: DEFAULT_TEMPLATE.settings.index.analysis, "index.max_ngram_diff": 8 },
    mappings: DEFAULT_TEMPLATE.mappings,
  },
  cities({ every: 1, index: CITIES }),
];

let stand: Stand;

beforeAll(async () => {
  stand = await openStand(fixtures);
}, 400_000);

afterAll(() => stand.close());

function namesIn(index: string, field: string): string[] {
  const documents = fixtures.find((one) => one.index === index)?.documents ?? [];
  return documents.flatMap(({ source }) => {
    const name: unknown = Object.entries(source).find(([key]) => key === field)?.[1];
    return typeof name === "string" && name.length > 4 ? [name] : [];
  });
}

async function differenceOf({ index, body }: PageQuery): Promise<string | undefined> {
  const call = { method: "POST", path: `/${index}/_search`, body: { ...body, track_total_hits: true } } as const;
  return answerDifference(await ask(stand.ours, call), await ask(stand.theirs, call));
}

test("what search pages ask is answered with the same totals, first ten and scores", async () => {
  const queries = pageQueries({
    random: randomFrom(2024),
    titles: namesIn(MOVIES, "Title"),
    names: namesIn(CITIES, "name"),
  });
  expect(queries.length).toBeGreaterThanOrEqual(200);
  const tally: Tally = { kinds: new Map(), different: [] };
  for (const query of queries) {
    const difference = await differenceOf(query);
    const kind = tally.kinds.get(query.kind) ?? { asked: 0, same: 0 };
    tally.kinds.set(query.kind, { asked: kind.asked + 1, same: kind.same + (difference === undefined ? 1 : 0) });
    if (difference !== undefined) tally.different.push({ kind: query.kind, typed: query.typed, difference });
  }
  const page = relevanceDocument(tally);
  if (process.env["WRITE_DOCS"]) writeFileSync("docs/use/relevance.md", page);
  const same = queries.length - tally.different.length;
  expect(same / queries.length, page).toBeGreaterThanOrEqual(SHARE);
}, 300_000);
