import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { plainRequest } from "@common/search-relevance/visitors/request";
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from "@common/text/json";
import { readHits } from "~/services/data/search/answer.server";
import { compareLiveAndDraft, type Side } from "~/services/search-relevance/preview/compare.server";
import { requestOf, runRelevanceTest } from "~/services/search-relevance/relevance-tests/runs/run.server";
import { newWaitingId, RULES_WAITING, SYNONYMS_WAITING } from "~/services/search-relevance/draft/waiting";
import { draftBody, triedWith } from "~/services/search-relevance/visitors/trial.server";
import { contentOfRule, ruleText } from "~/services/search-relevance/rules/content";
import { testRule } from "~/services/search-relevance/rules/try.server";
import { requireScope, type Scope } from "~/session/scope.server";
import type { loader } from "~/routes/data/search-preview/search-preview";
import { randomFrom } from "../../engines/generate/random";
import { basic } from "../../contract/api";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { createSession } from "~/sessions.server";

// One truth: for the same words the search preview, both sides of a comparison, relevance tests and the test of a rule
// show what a client's plainest request finds, in the same order, whatever settings and rules an index has.

let backend: TestBackend;
let scope: Scope;
/** What web shops search with: credentials that may only read, one without a field, one bound to few hits. */
const credentials: string[] = [];

// On a real engine each takes a second or two.
const MadeSchema = z.object({ username: z.string(), password: z.string() });

/** What a web shop gets that searches with a credential, in the order of the results. */
async function byCredential(authorization: string, request: JsonObject): Promise<string[]> {
  const answer = await fetch(`${backend.url}/films/_reactivesearch`, {
    method: "POST",
    headers: { Authorization: authorization, "Content-Type": "application/json" },
    body: stringifyJson(request),
  });
  expect(answer.status).toBe(200);
  const read = parseJson(await answer.text());
  const found = isJsonObject(read) ? readHits(read) : undefined;
  return found?.ok ? found.value.hits.map(({ _id }) => _id) : [];
}

// On a real engine each takes a second or two.
const SEEDS = process.env["TEST_ENGINE_URL"] === undefined ? 40 : 20;
const WORDS = ["night", "train", "river", "stone", "garden", "winter"];
const PLACES = 10;
const FILMS = 40;

beforeAll(async () => {
  backend = await startTestBackend();
  const context = testContext({ SEARCH_URL: backend.url });
  const { url, username, password } = backend;
  const made = createSession({ request: consoleRequest("/"), context, url, username, password });
  const cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  const request = consoleRequest("/app/films/search-preview", { cookie });
  scope = await requireScope(request, { appName: "films" }, { screen: "search-preview" }, context);
  const text = { type: "text" };
  const properties = { title: text, plot: text, genre: { type: "keyword" }, year: { type: "integer" } };
  await backend.call("PUT", "/films", { mappings: { properties } });
  const random = randomFrom(7);
  const some = (most: number) => Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(" ");
  for (let at = 0; at < FILMS; at++) {
    // Each of another length, so that no two hits have one score by chance of their order.
    const plot = `${some(12)} ${"filler ".repeat(at)}`;
    const film = { title: some(3), plot, genre: random.pick(["a", "b"]), year: 1950 + at };
    const refresh = at === FILMS - 1 ? "?refresh=true" : "";
    expect((await backend.call("PUT", `/films/_doc/f${at}${refresh}`, film)).status).toBe(201);
  }
  const rights = { ops: ["read"], categories: ["reactivesearch"], indices: ["films"] };
  const limits = [{}, { exclude_fields: ["year"] }, { reactivesearchConfig: { maxSize: PLACES } }];
  for (const limit of limits) {
    const { body } = await backend.call("POST", "/_permission", { ...rights, ...limit });
    const made = MadeSchema.parse(body);
    credentials.push(basic(made.username, made.password));
  }
}, 60_000);
afterAll(() => backend.close());

type Random = ReturnType<typeof randomFrom>;

function settingsFrom(random: Random): JsonObject {
  const fields = random.pick([["title"], ["plot"], ["title", "plot"], ["plot", "title"]]);
  return {
    search: {
      dataField: fields,
      fieldWeights: fields.map(() => 1 + random.below(5)),
      fuzziness: random.pick(["0", "1", "AUTO"]),
      queryFormat: random.pick(["or", "and"]),
    },
  };
}

function ruleFrom(random: Random, at: number): JsonObject {
  const id = () => `f${random.below(FILMS)}`;
  const promoted = { doc: { _id: id(), _index: "films", _source: { title: "kept" } }, position: 1 + random.below(6) };
  const actions: JsonObject[] = [
    { type: "promote_result", data: [promoted] },
    { type: "hide_result", data: [id(), id()] },
    { type: "replace_words", data: { [random.pick(WORDS)]: random.pick(WORDS) } },
    { type: "add_filter", data: { genre: random.pick(["a", "b"]) } },
  ];
  const expression = `'films' in $index and $query contains '${random.pick(WORDS)}'`;
  return {
    ...{ name: `Rule ${at}`, enabled: true, trigger: { type: "filter", expression } },
    actions: [random.pick(actions), random.pick(actions)].filter(
      (one, place, all) => all.findIndex(({ type }) => type === one["type"]) === place,
    ),
  };
}

function groupFrom(random: Random): string {
  const word = () => random.pick(WORDS);
  return random.pick([
    `${word()},${word()}x`,
    `${word()}, nothing of it => ${word()}`,
    `${word()} ${word()},${word()}`,
  ]);
}

/** What a draft of all this finds before any of it is published, in the order of the results. */
async function triedBefore(
  request: JsonObject,
  { settings, groups, rules }: { settings: JsonObject; groups: readonly string[]; rules: readonly JsonObject[] },
) {
  const waiting = (texts: readonly string[]) =>
    Object.fromEntries(texts.map((now, at) => [newWaitingId(String(at)), { was: null, now }]));
  const values = {
    [SYNONYMS_WAITING]: waiting(groups),
    [RULES_WAITING]: waiting(rules.map((rule) => ruleText(contentOfRule(rule)))),
  };
  const draft = draftBody({ stored: { record: settings }, values });
  const { status, body } = await backend.call("POST", "/films/_reactivesearch/draft", { ...request, draft });
  expect(status).toBe(200);
  const found = readHits(body as JsonObject);
  return found.ok ? found.value.hits.map(({ _id }) => _id) : [];
}

async function clearRules() {
  const { body } = await backend.call("GET", "/_rules");
  for (const rule of Array.isArray(body) ? body : [])
    if (isJsonObject(rule)) await backend.call("DELETE", `/_rule/${String(rule["id"])}`);
}

const seen = { hits: 0, pinned: 0, hidden: 0, groups: 0 };
const idsOf = (side: Side | null) => (side?.kind === "hits" ? side.found.hits.map(({ _id }) => _id) : side);

it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  "shows the same hits in the same order, seed %i",
  async (seed) => {
    const random = randomFrom(seed + 100);
    await clearRules();
    await backend.call("DELETE", "/_synonyms/films");
    const settings = settingsFrom(random);
    const q = Array.from({ length: 1 + random.below(2) }, () => random.pick(WORDS)).join(" ");
    const asked = { ...plainRequest(q) };
    const query = (asked["query"] as JsonObject[]).map((one) => ({ ...one, size: PLACES }));
    const groups = Array.from({ length: random.below(3) }, () => groupFrom(random));
    const kept = Array.from({ length: random.below(4) }, (_, at) => ruleFrom(random, at));
    const before = await triedBefore({ ...asked, query }, { settings, groups, rules: kept });
    expect((await backend.call("PUT", "/_searchrelevancy/films", settings)).status).toBeLessThan(300);
    if (groups.length > 0)
      expect(
        (
          await backend.call(
            "PUT",
            "/_synonym/films",
            groups.map((synonym) => ({ type: synonym.includes("=>") ? "one-way" : "equivalent", synonym })),
          )
        ).status,
      ).toBe(202);
    const rules: { id: string; rule: JsonObject }[] = [];
    for (const rule of kept) {
      const { status, body } = await backend.call("POST", "/_rule", rule);
      expect(status).toBeLessThan(300);
      rules.push({ id: String((body as { id: string }).id), rule });
    }
    const index = "films";
    const { body } = await backend.call("POST", "/films/_reactivesearch", { ...asked, query });
    const found = readHits(body as JsonObject);
    const client = found.ok ? found.value.hits.map(({ _id }) => _id) : [];
    expect(before).toEqual(client);
    const authorization = random.pick(credentials);
    expect(await byCredential(authorization, { ...asked, query })).toEqual(client);
    seen.groups += groups.length;
    const total = found.ok ? found.value.total : -1;

    const preview = await openScreen<typeof loader>(`search-preview?${new URLSearchParams({ q }).toString()}`, {
      backend,
      at: index,
    });
    const results = preview.data?.preview?.results;
    expect(results?.kind === "hits" ? results.rows.map(({ id }) => id) : results).toEqual(client);
    expect(results?.kind === "hits" ? results.total : -1).toBe(total);

    const acted = preview.data?.preview?.acted;
    seen.hits += client.length;
    seen.hidden += acted?.hidden.length ?? 0;
    if (results?.kind === "hits") {
      const pinned = results.rows.filter((row) => row.pinned !== null);
      seen.pinned += pinned.length;
      for (const row of pinned) expect(row.pinned?.name).toMatch(/^Rule \d$/);
    }

    const usual = ["title", "plot"];
    const compared = { text: q, from: 0, size: PLACES, shown: ["title"], usual };
    const draft = { record: settings, tried: triedWith(scope, { stored: { record: settings }, values: {} }) };
    const sides = await compareLiveAndDraft(scope, { index, asked: compared, stored: settings, draft });
    expect([idsOf(sides.live), idsOf(sides.draft)]).toEqual([client, client]);

    const expectations = client.map((document, at) => ({ kind: "within" as const, document, places: at + 1 }));
    if (expectations.length > 0) {
      const test = { label: "t", request: plainRequest(q), expectations, grades: {}, names: {} };
      const run = await runRelevanceTest(scope, { index, test, request: requestOf(test) });
      expect(run.checks.map(({ reading }) => reading)).toEqual(client.map((_, at) => at + 1));
    }

    // A rule that is stored already is tried in the place of itself: the others act as they do.
    for (const { id, rule } of rules.slice(0, 1)) {
      const tried = await testRule(scope, { content: contentOfRule(rule), id, index, text: q });
      const shown = tried.rows.flatMap(({ id: one, place }) => (place === null ? [] : [one]));
      expect(shown.slice(0, 6)).toEqual(client.slice(0, 6));
    }
  },
  60_000,
);

it.each(WORDS)("says why each hit of “%s” has its score, in points that add up to it", async (q) => {
  await clearRules();
  await backend.call("PUT", "/_searchrelevancy/films", {
    search: { dataField: ["title", "plot"], fieldWeights: [5, 0.5], fuzziness: "0", queryFormat: "or" },
  });
  const { body } = await backend.call("POST", "/films/_reactivesearch", plainRequest(q));
  const found = readHits(body as JsonObject);
  const ids = (found.ok ? found.value.hits : []).map(({ _id }) => _id).slice(0, 3);
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) {
    const asked = new URLSearchParams({ q, why: id }).toString();
    const { data } = await openScreen<typeof loader>(`search-preview?${asked}`, { backend, at: "films" });
    const results = data?.preview?.results;
    const row = results?.kind === "hits" ? results.rows.find((one) => one.id === id) : undefined;
    const parts = row?.parts ?? [];
    const sum = parts.reduce((total, { value }) => total + value, 0);
    expect(sum).toBeCloseTo(row?.why?.value ?? -1, 3);
    expect(row?.why?.value.toFixed(2)).toBe(row?.score);
    const matches = parts.filter(({ kind }) => kind === "match");
    expect(matches.length).toBeGreaterThan(0);
    for (const { field, factors, value } of matches) {
      expect([field, factors?.weight.toFixed(1)]).toEqual([field, field === "title" ? "5.0" : "0.5"]);
      expect((factors?.weight ?? 0) * (factors?.rarity ?? 0) * (factors?.fit ?? 0)).toBeCloseTo(value, 3);
      expect([factors?.ofDocuments, (factors?.inDocuments ?? 0) > 0]).toEqual([FILMS, true]);
    }
  }
});

it("has had hits, pinned ones and hidden ones among them", () => {
  expect(seen.hits).toBeGreaterThan(1.5 * SEEDS);
  expect(seen.pinned).toBeGreaterThan(SEEDS / 20);
  expect(seen.hidden).toBeGreaterThan(SEEDS / 20);
  expect(seen.groups).toBeGreaterThan(SEEDS / 2);
});
