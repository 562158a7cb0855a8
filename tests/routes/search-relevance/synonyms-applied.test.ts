import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as jobPage } from "~/routes/data/jobs/job";
import type { loader as reviewPage } from "~/routes/search-relevance/settings/review";
import type { loader as applyPage } from "~/routes/search-relevance/synonyms/apply";
import type { loader as listPage } from "~/routes/search-relevance/synonyms/list";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// Groups act the same whichever way they were applied: on words searched for, in any capitals, one-way ones in one
// direction; before and after a re-index.

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const WORDS = [
  "Sofa",
  "couch",
  "settee",
  "TV",
  "television",
  "telly",
  "living room",
  "Lounge",
  "USB stick",
  "flash drive",
];
let seed = 11;
const below = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most;
function some(count: number): string[] {
  const left = [...WORDS];
  return Array.from({ length: count }, () => left.splice(below(left.length), 1)[0] ?? "");
}
type Group = { words: string[]; meant: string[] | null };
const cased = (word: string) => [word, word.toUpperCase(), word.toLowerCase()][below(3)] ?? word;

/** Up to two groups that share no word: what a search finds is then told by each alone. */
function groups(): Group[] {
  const words = some(6);
  const kinds = [below(2) === 0, below(2) === 0];
  return kinds.map((isOneWay, at): Group => {
    const own = words.slice(at * 3, at * 3 + 3);
    return isOneWay ? { words: own.slice(0, 1 + below(2)), meant: own.slice(2) } : { words: own, meant: null };
  });
}
const textOf = ({ words, meant }: Group) =>
  (meant === null ? words.join(",") : `${words.join(",")} => ${meant.join(",")}`).toLowerCase();

/** The words that documents are found by for a search of one. */
function meantBy(word: string, all: readonly Group[]): Set<string> {
  const group = all.find(({ words }) => words.includes(word));
  return new Set(group === undefined ? [word] : (group.meant ?? group.words));
}

/**
 * By phrases, for words of one group may be parts of another's: the synonyms of a word of two are phrases themselves.
 */
async function found(index: string, word: string): Promise<string[]> {
  const query = { match_phrase: { "title.synonyms": word } };
  const { body } = await backend.call("POST", `/${index}/_search`, { query, size: 50 });
  return (body as { hits: { hits: { _source: { title: string } }[] } }).hits.hits
    .map(({ _source }) => _source.title.toLowerCase())
    .sort();
}

async function acts(index: string, all: readonly Group[]) {
  for (const word of WORDS) {
    const expected = [...meantBy(word, all)].map((one) => `the ${one.toLowerCase()} here`).sort();
    for (const typed of [word, word.toUpperCase(), word.toLowerCase()])
      expect([all.map(textOf), typed, await found(index, typed)]).toEqual([all.map(textOf), typed, expected]);
  }
}

const env = {};
const screen = <Loader extends (args: never) => unknown = () => unknown>(
  at: string,
  path: string,
  form?: Record<string, string>,
) => openScreen<Loader>(path, { backend, env, at, ...(form && { form }) });

async function fill(index: string, settings: object = {}) {
  expect((await backend.call("PUT", `/${index}`, settings)).status).toBe(200);
  for (const [at, word] of WORDS.entries())
    await backend.call("PUT", `/${index}/_doc/${at}`, { title: `The ${cased(word)} here` });
  await backend.call("POST", `/${index}/_refresh`);
}

async function keep(index: string, all: readonly Group[]) {
  await backend.call("DELETE", `/_synonyms/${index}`);
  const records = all.map((group) => ({
    type: group.meant === null ? "equivalent" : "one-way",
    synonym: textOf(group),
  }));
  expect((await backend.call("PUT", `/_synonym/${index}`, records)).status).toBe(202);
}

async function apply(index: string) {
  const { data } = await screen<typeof applyPage>(index, "synonyms/apply");
  return screen(index, "synonyms/apply", { intent: "apply-synonyms", version: data?.version ?? "" });
}

async function ended(index: string, answer: { response: Response | undefined }) {
  const id = /\/jobs\/([^?]+)/.exec(answer.response?.headers.get("Location") ?? "")?.[1] ?? "";
  await expect
    .poll(async () => JSON.stringify((await screen<typeof jobPage>(index, `jobs/${id}`)).data))
    .toMatch(/"state":"(done|failed)"/);
  expect(JSON.stringify((await screen<typeof jobPage>(index, `jobs/${id}`)).data)).toContain('"state":"done"');
}

async function deploy(index: string) {
  const { data } = await screen<typeof reviewPage>(index, "search/review");
  const version = data && "version" in data ? data.version : "";
  await ended(index, await screen(index, "search/review", { intent: "deploy", version, note: "" }));
}

const LANGUAGE = {
  intent: "save-draft",
  applyStopwords: "on",
  customStopwords: "",
  stemmingExceptions: "",
  normalizeDiacritics: "on",
};
const WAYS: Record<string, (index: string) => Promise<void>> = {
  "a plain re-index": async (index) => {
    expect((await backend.call("POST", `/_reindex/${index}?wait_for_completion=true`, {})).status).toBe(200);
  },
  "another language": async (index) => {
    await screen(index, "languages", { ...LANGUAGE, language: below(2) === 0 ? "french" : "greek" });
    await deploy(index);
  },
  "without diacritics normalized": async (index) => {
    await screen(index, "languages", { ...LANGUAGE, language: "universal", normalizeDiacritics: "" });
    await deploy(index);
  },
  "a clone": async (index) => {
    expect((await backend.call("POST", `/_reindex/${index}/${index}-b?wait_for_completion=true`, {})).status).toBe(200);
    await backend.call("DELETE", `/${index}`);
    await backend.call("POST", `/_reindex/${index}-b/${index}?wait_for_completion=true`, {});
    await backend.call("DELETE", `/${index}-b`);
  },
};

describe.each(Object.entries(WAYS))("groups of any kind act the same before and after %s", (name, way) => {
  it.each([1, 2])("in turn %d", async (turn) => {
    const index = `ways-${Object.keys(WAYS).indexOf(name)}-${turn}`;
    const all = groups();
    await fill(index);
    await keep(index, all);
    expect((await apply(index)).flash).toBe("Synonyms published: 2 groups.");
    await acts(index, all);
    // What is written after they were applied is found as what was before.
    await backend.call("POST", `/${index}/_doc/0?refresh=true`, { title: `The ${cased(WORDS[0] ?? "")} here` });
    await acts(index, all);
    await way(index);
    await acts(index, all);
    const others = groups();
    await keep(index, others);
    await apply(index);
    await acts(index, others);
    expect((await screen<typeof listPage>(index, "synonyms")).data?.list?.use).toMatchObject({
      value: { missing: 0, extra: 0, older: false, indexed: false },
    });
  });
});

it("documents that another client indexed with synonyms in them wait for a re-index, which takes them out", async () => {
  const index = "ways-older";
  const all: Group[] = [{ words: ["TV"], meant: ["television"] }];
  const analysis = { filter: { synonym_graph: { type: "synonym_graph", synonyms: ["tv => television"] } } };
  await fill(index, { settings: { index: { analysis } } });
  await keep(index, all);
  await backend.call("POST", `/${index}/_doc/3?refresh=true`, { title: "the tv here" });
  // One-way in both directions, and nothing for a word in capitals.
  expect([await found(index, "television"), await found(index, "TV")]).toEqual([
    ["the television here", "the tv here"],
    [],
  ]);
  const { data } = await screen<typeof listPage>(index, "synonyms");
  expect(data?.list?.use).toMatchObject({ value: { missing: 0, extra: 0, older: true, indexed: true } });
  const applied = await apply(index);
  expect([applied.flash, applied.response?.headers.get("Location")]).toEqual([
    expect.stringMatching(/^Synonyms published to searches\. Documents of ways-older still have earlier ones/),
    expect.stringContaining("search/review"),
  ]);
  expect((await screen<typeof reviewPage>(index, "search/review")).data).toMatchObject({
    changes: [{ group: "Synonyms", setting: "Documents indexed without synonyms", effect: "re-index" }],
  });
  await deploy(index);
  await acts(index, all);
  expect((await screen<typeof listPage>(index, "synonyms")).data?.list?.use).toMatchObject({
    value: { older: false, indexed: false },
  });
});

it("are not published while the index is being re-indexed", async () => {
  const index = "ways-busy";
  await fill(index);
  await keep(index, groups());
  const description = `reindex from [${index}] to [${index}_reindexed_1][_doc]`;
  const gate = await openGate(backend.url);
  gate.decide((path) =>
    path.startsWith("/_tasks?")
      ? { status: 200, body: JSON.stringify({ nodes: { n: { tasks: { "n:7": { description } } } } }) }
      : "pass",
  );
  const through = { backend: { ...backend, url: gate.url }, env: {}, at: index };
  const { data } = await openScreen<typeof applyPage>("synonyms/apply", through);
  const form = { intent: "apply-synonyms", version: data?.version ?? "" };
  expect([typeof data?.running, (await openScreen("synonyms/apply", { ...through, form })).flash]).toEqual([
    "string",
    `Not published. Index ${index}: It is being re-indexed. Try again when that has finished.`,
  ]);
  await gate.close();
});
