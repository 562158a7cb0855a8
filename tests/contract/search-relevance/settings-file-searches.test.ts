import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { PARTS } from "@common/search-relevance/settings-bundle/schema";
import { exportSettings, importSettings } from "../../../scripts/settings/run";
import { openServer } from "../../../scripts/settings/server";
import { movies } from "../../engines/fixtures";
import { type Random, randomFrom } from "../../engines/generate/random";
import { ENGINE_URL } from "../../replay/target";
import { startTestBackend, type TestBackend } from "../../setup/backend";

// A file out of one server, into another: searches that say nothing but what was typed find the same first ten there,
// by settings, synonyms and rules.

const INDEX = "films";
/**
 * All of them with the real engines' runs, which have the time; every run else a part of them, on a third of the films.
 */
const [SEARCHES, EVERY] = ENGINE_URL === undefined ? [92, 3] : [322, 1];
/** Searches of one request. */
const AT_ONCE = 23;

let here: TestBackend;
let there: TestBackend;
beforeAll(async () => {
  [here, there] = await Promise.all([startTestBackend({ apart: true }), startTestBackend({ apart: true })]);
  await Promise.all([here, there].map(load));
}, 120_000);
afterAll(() => Promise.all([here, there].map((server) => server.close())));

/** As strings, which the template maps with all their sub-fields. */
const films = movies()
  .documents.filter((_, at) => at % EVERY === 0)
  .map(({ id, source }) => ({
    id,
    source: Object.fromEntries(Object.entries(source).filter(([name]) => /Title|Director|Genre/.test(name))),
  }));
const titles = films.flatMap(({ source }) =>
  typeof source["Title"] === "string" && source["Title"].length > 4 ? [source["Title"]] : [],
);

async function load({ url, token }: TestBackend): Promise<void> {
  const body = films.map(({ id, source }) => `{"index":{"_id":"${id}"}}\n${JSON.stringify(source)}\n`).join("");
  const headers = { Authorization: `Basic ${token}`, "Content-Type": "application/x-ndjson" };
  const answer = await fetch(`${url}/${INDEX}/_bulk?refresh=true`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`films: ${answer.status}`);
}

async function tune({ call }: TestBackend): Promise<void> {
  await call("PUT", `/_searchrelevancy/${INDEX}`, {
    search: {
      ...{
        dataField: ["Title", "Title.autosuggest", "Title.synonyms", "Director", "Major Genre"],
        fieldWeights: ["5.0", "2.0", "0.5", "3.0", "1.0"],
      },
      ...{ fuzziness: "AUTO", queryFormat: "or" },
    },
    results: { size: 10, includeFields: ["Title"] },
  });
  const promote = [{ doc: { _id: "promoted-1", Title: "First of all" }, position: 0 }];
  const rules = [
    {
      name: "leave out the",
      expression: "$query contains 'the'",
      actions: [{ type: "remove_words", data: ["the", "The"] }],
    },
    { name: "promote", expression: "$query contains 'love'", actions: [{ type: "promote_result", data: promote }] },
    {
      name: "men are man",
      expression: "$query contains 'Man'",
      actions: [{ type: "replace_words", data: { Man: "Men" } }],
    },
  ];
  for (const { name, expression, actions } of rules) {
    const made = await call("POST", "/_rule", {
      name,
      trigger: { type: "filter", expression: `'${INDEX}' in $index and ${expression}` },
      actions,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
  await call("PUT", `/_synonym/${INDEX}`, [
    { type: "equivalent", synonym: "film,movie" },
    { type: "one-way", synonym: "space => star" },
  ]);
}

/** What the console does to put kept synonyms in force. */
async function deployWords({ call }: TestBackend): Promise<void> {
  const kept = z.array(z.object({ synonym: z.string() })).parse((await call("GET", `/_synonyms/${INDEX}`)).body);
  await call("POST", `/${INDEX}/_close`);
  const filter = { synonym_graph: { type: "synonym_graph", synonyms: kept.map(({ synonym }) => synonym).sort() } };
  const saved = await call("PUT", `/${INDEX}/_settings`, { analysis: { filter } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  await call("POST", `/${INDEX}/_open`);
}

function misspelt(random: Random, text: string): string {
  const at = 1 + random.below(Math.max(1, text.length - 2));
  return random.chance(0.5)
    ? text.slice(0, at) + text.slice(at + 1)
    : `${text.slice(0, at)}${text.charAt(at + 1)}${text.charAt(at)}${text.slice(at + 2)}`;
}

/** What people type: whole titles, misspelt ones, their first words, and beginnings for suggestions. */
function typedTexts(): { id: string; type: string; value: string }[] {
  const random = randomFrom(2024);
  return Array.from({ length: SEARCHES }, (_, at) => {
    const title = random.pick(titles);
    const kinds = [
      at % 20 === 0 ? `space ${title}` : title,
      misspelt(random, title),
      title.split(" ").slice(0, 2).join(" "),
      title.slice(0, Math.max(3, Math.ceil(title.length * 0.6))),
    ];
    return { id: `s${at}`, type: at % 4 === 3 ? "suggestion" : "search", value: kinds[at % 4] ?? title };
  });
}

const answerSchema = z.record(
  z.string(),
  z.looseObject({ hits: z.object({ hits: z.array(z.object({ _id: z.string() })) }).optional() }),
);

/** The first ten of each search, by its id. */
async function firstTens({ call }: TestBackend, asked: ReturnType<typeof typedTexts>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const query = asked.slice(from, from + AT_ONCE);
    const { body } = await call("POST", `/${INDEX}/_reactivesearch`, { query, settings: { recordAnalytics: false } });
    const answer = answerSchema.parse(body);
    for (const { id } of query)
      found.set(id, answer[id]?.hits?.hits.map(({ _id }) => _id).slice(0, 10) ?? ["no answer"]);
  }
  return found;
}

test(`${SEARCHES} searches find the same first ten on both servers`, async () => {
  await tune(here);
  await deployWords(here);
  const asked = typedTexts();
  const wanted = await firstTens(here, asked);
  const server = ({ url, username, password }: TestBackend) => openServer({ url, username, password });
  const text = await exportSettings({
    callServer: server(here),
    parts: PARTS,
    index: INDEX,
    format: "yaml",
    tell: () => undefined,
  });
  const lines: string[] = [];
  expect(
    await importSettings({
      callServer: server(there),
      parts: PARTS,
      text,
      index: INDEX,
      dryRun: false,
      tell: (line) => void lines.push(line),
    }),
  ).toBe(true);
  expect(lines.filter((line) => line.startsWith("done"))).toHaveLength(5);
  await deployWords(there);
  const found = await firstTens(there, asked);
  const different = asked.filter(({ id }) => JSON.stringify(found.get(id)) !== JSON.stringify(wanted.get(id)));
  expect(different).toEqual([]);
  const empty = [...found.values()].filter((ids) => ids.length === 0).length;
  expect(empty).toBeLessThan(SEARCHES / 20);
  // What the file says does act: without it other documents come first.
  await there.call("DELETE", `/_searchrelevancy/${INDEX}`);
  const without = await firstTens(there, asked.slice(0, AT_ONCE));
  expect(
    [...without].filter(([id, ids]) => JSON.stringify(ids) !== JSON.stringify(wanted.get(id))).length,
  ).toBeGreaterThan(AT_ONCE / 2);
}, 120_000);
