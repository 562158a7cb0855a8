import * as z from "zod";
import { RelevanceTestSchema, requestFor } from "~/services/search-relevance/relevance-tests/records.server";
import { changeRelevanceTests } from "~/services/search-relevance/relevance-tests/store.server";
import { seedDraft } from "../../setup/seeds/draft";
import { seedLink } from "../../setup/seeds/link";
import { seedMail } from "../../setup/seeds/mail";
import { seedVersion } from "../../setup/seeds/version";
import type { Product } from "../support/product";
import {
  sampleAiSession,
  sampleLink,
  sampleMail,
  sampleRule,
  sampleSynonym,
  sampleTest,
  storedRule,
} from "../support/screens";

// An index whose search is looked after: published settings, synonyms, a draft, relevance tests, shared pages.

const answerSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _source: z.object({ Title: z.coerce.string() }) })) }),
});
const recordSchema = z.record(z.string(), z.json());

/** Films that a word finds, by id and title. */
async function found(product: Product, { index, text }: { index: string; text: string }) {
  const { body } = await product.call("POST", `/${index}/_search`, { size: 5, query: { match: { Title: text } } });
  return answerSchema.parse(body).hits.hits.map(({ _id, _source }) => ({ id: _id, title: _source.Title }));
}

async function seedTests(product: Product, index: string): Promise<void> {
  const { dataDir, backendUrl: server } = product;
  const put = [];
  const together = ["godfather", "corleone"];
  for (const [id, text] of [
    [sampleTest, "godfather"],
    ["picturesTest2", "corleone"],
    ["picturesTest3", "batman"],
    ["picturesTest4", "star wars"],
  ] as const) {
    const films = await found(product, { index, text: text === "corleone" ? "godfather" : text });
    const test = RelevanceTestSchema.parse({
      label: text,
      request: requestFor(text),
      expectations: films.slice(0, 2).map((film, at) => ({ kind: "within", document: film.id, places: at + 1 })),
      grades: Object.fromEntries(films.slice(0, 4).map((film, at) => [film.id, 3 - at])),
      names: Object.fromEntries(films.map((film) => [film.id, film.title])),
      ...(together.includes(text) && { sharing: "mafia" }),
    });
    put.push({ id, version: 0, test });
  }
  changeRelevanceTests({ dataDir }, { server, index, person: "admin", put });
}

/** Fills an index of films so that no screen of its relevance is empty. */
export async function seedTuned(product: Product, index: string): Promise<void> {
  const { dataDir, backendUrl: server, username } = product;
  const at = { dataDir, server, index };
  await product.call("PUT", `/_searchrelevancy/${index}`, {
    search: {
      dataField: ["Title", "Director", "Major Genre"],
      fieldWeights: ["4.0", "2.0", "1.0"],
      fuzziness: "AUTO",
      queryFormat: "or",
    },
    aggregations: { dataField: { "Major Genre.keyword": "term", "IMDB Rating": "range" }, size: 20, sortBy: "count" },
    results: { size: 20, includeFields: ["*"], excludeFields: [], highlight: true },
    language: { language: "english", applyStopwords: true },
  });
  await product.call("PUT", `/_synonym/${index}`, [
    { ...sampleSynonym, synonym: "sci-fi,science fiction" },
    { type: "one-way", synonym: "caped crusader => batman" },
  ]);
  await product.call("PUT", `/.rules/_doc/${sampleRule}?refresh=true`, storedRule);
  await product.call("PUT", `/.ai_sessions/_doc/${sampleAiSession.session_id}?refresh=true`, sampleAiSession);
  const [best, other] = await found(product, { index, text: "batman" });
  if (best && other)
    await product.call("PUT", `/_grade/${index}`, { query: "batman", docs: { [best.id]: 3, [other.id]: 1 } });
  seedVersion(at);
  seedLink({ ...at, id: sampleLink });
  seedMail({ ...at, id: sampleMail });
  await seedTests(product, index);
  const { body } = await product.call("GET", `/_searchrelevancy/${index}`);
  seedDraft({
    dataDir,
    whose: { url: server, index, username },
    base: { record: recordSchema.parse(body), saved: true },
    values: { "search.weights": { Title: 6, Director: 2, "Major Genre": 1 } },
  });
}
