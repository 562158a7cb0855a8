import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as executePage } from "~/routes/data/stored-queries/execute";
import type { loader as detail } from "~/routes/data/stored-queries/stored-query";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
const PAGE = "stored-queries/by-genre/execute";
const STORED = {
  index: "films",
  query: {
    query: {
      bool: {
        filter: [
          { terms: { "genre.keyword": "{{genres}}" } },
          { range: { year: { gte: "{{from}}" } } },
          { term: { restored: "{{restored}}" } },
          { match: { title: "{{title}}" } },
        ],
      },
    },
    size: "{{n}}",
    sort: "{{order}}",
    _source: "{{fields}}",
  },
  params: {
    n: 2,
    genres: ["Drama", "Comedy"],
    from: 1920,
    restored: true,
    title: "film",
    order: [{ year: "asc" }],
    fields: true,
  },
};

beforeAll(async () => {
  backend = await startTestBackend();
  for (const [id, genre] of ["Drama", "Drama", "Comedy"].entries())
    await backend.call("PUT", `/films/_doc/${id}?refresh=true`, {
      title: `Film ${id}`,
      genre,
      year: 1925 + id,
      restored: true,
    });
  await backend.call("PUT", "/_storedquery/by-genre", STORED);
});
afterAll(() => backend.close());

/** The form of the page at an address, with some of its fields typed over, by the name of the parameter. */
async function typed(path: string, values: Record<string, string> = {}) {
  const { data } = await openScreen<typeof executePage>(path, { backend });
  const form: Record<string, string> = { intent: "execute-query" };
  for (const [at, { name, text }] of (data?.fields ?? []).entries()) {
    form[`values[${at}].name`] = name;
    form[`values[${at}].value`] = values[name] ?? text;
  }
  return form;
}
async function run(path: string, values: Record<string, string> = {}) {
  const posted = await openScreen(path, { backend, form: await typed(path, values) });
  return openScreen<typeof executePage>(posted.response?.headers.get("Location") ?? "", { backend });
}

describe("the page that runs a stored query", () => {
  it("has a field for each parameter, of the kind of its default and with it in it", async () => {
    const { data } = await openScreen<typeof executePage>(PAGE, { backend });
    expect(data?.fields.map(({ name, kind, text }) => [name, kind, text])).toEqual([
      ["genres", "texts", "Drama\nComedy"],
      ["from", "number", "1920"],
      ["restored", "boolean", "true"],
      ["title", "text", "film"],
      ["n", "number", "2"],
      ["order", "json", '[\n  {\n    "year": "asc"\n  }\n]'],
      ["fields", "boolean", "true"],
    ]);
    expect(data).toMatchObject({ ran: null, isDefault: true, problem: null });
  });

  it("sends what is typed with its kind, shows that as its request, and the hits first", async () => {
    const ran = await run(PAGE, { genres: "Comedy\r\nDrama\r\n", n: " 1 ", from: "1926" });
    expect(ran.data?.ran?.result).toMatchObject({
      ok: true,
      hits: { titles: ["Film 1"], total: 2, atLeast: false },
    });
    const shown = JSON.parse(ran.data?.request.body ?? "{}") as { params: unknown };
    expect(shown.params).toEqual({ ...STORED.params, genres: ["Comedy", "Drama"], n: 1, from: 1926 });
    const asShown = await backend.call("POST", "/_storedquery/by-genre/execute", shown);
    expect(asShown.body).toMatchObject({ hits: { total: { value: 2 }, hits: [{ _source: { title: "Film 1" } }] } });
    expect(ran.data?.fields.find(({ name }) => name === "n")).toEqual({
      name: "n",
      kind: "number",
      text: "1",
      initial: "2",
    });
  });

  it("says beside its field what is wrong, and runs nothing", async () => {
    const names = (await openScreen<typeof executePage>(PAGE, { backend })).data?.fields.map(({ name }) => name) ?? [];
    const place = (name: string) => `values[${names.indexOf(name)}].value`;
    const posted = await openScreen(PAGE, {
      backend,
      form: await typed(PAGE, { n: "two", restored: "maybe", order: '[\n{"year": asc}]' }),
    });
    expect(posted.status).toBe(400);
    expect(posted).toHaveFieldError(place("n"), /^"two" is not a number\.$/);
    expect(posted).toHaveFieldError(place("restored"), /Choose true or false/);
    expect(posted).toHaveFieldError(place("order"), /Not valid JSON at line 2, column 10/);
    expect(posted.errors[place("title")] ?? null).toBeNull();
  });

  it("takes a placeholder without a default as what it looks like, and leaves an empty one out", async () => {
    const stored = { ...STORED, query: { query: { match: { title: "{{words}}" } }, size: "{{n}}" }, params: {} };
    await backend.call("PUT", "/_storedquery/open", stored);
    const path = "stored-queries/open/execute";
    const ran = await run(path, { words: "film", n: "3" });
    expect(ran.data?.fields.map(({ name, kind, text }) => [name, kind, text])).toEqual([
      ["words", "open", "film"],
      ["n", "open", "3"],
    ]);
    expect(ran.data?.ran?.result).toMatchObject({ ok: true, hits: { total: 3 } });
    const empty = await run(path, { words: "film" });
    expect(JSON.parse(empty.data?.request.body ?? "{}")).toEqual({ params: { words: "film" } });
    expect(empty.data?.ran?.result).toMatchObject({ ok: false, failure: { status: 400 } });
  });

  it("sends to the server what its request says, to the letter", async () => {
    const query = { id: "wide", index: "films", query: { size: "{{n}}" }, params: {} };
    const server = await playServer(
      searchServer({
        "/_user": { body: { username: "mira", is_admin: true } },
        "/_storedquery/wide": {
          body: JSON.stringify(query).replace('"params":{}', '"params":{"n":12345678901234567890}'),
        },
        "/_storedquery/wide/execute": { body: { took: 1 } },
      }),
    );
    const behind = { url: server.url, username: "mira", password: "right" };
    const path = `stored-queries/wide/execute?run=1&params=${encodeURIComponent('{"n":12345678901234567891}')}`;
    const { data } = await openScreen<typeof executePage>(path, { backend: behind });
    const sent = server.seen.find((call) => call.path.startsWith("/_storedquery/wide/execute"))?.body ?? "";
    expect(sent).toBe('{"params":{"n":12345678901234567891}}');
    expect((data?.request.body ?? "").replaceAll(/\s/g, "")).toBe(sent);
    expect(data?.ran?.result).toMatchObject({ ok: true, hits: null });
    await server.close();
  });
});

it("a stored query shows its first results with their number", async () => {
  const { data } = await openScreen<typeof detail>("stored-queries/by-genre", { backend });
  expect(data?.sample).toMatchObject({ value: { titles: ["Film 0", "Film 1"], total: 3 } });
});
