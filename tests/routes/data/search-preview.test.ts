import { describe, expect, it } from "vitest";
import { previewAddress } from "~/routes/data/_parts/search/preview-address";
import { backend, hits, load, preview, previewFilms, signIn } from "./support/search-preview";

previewFilms();

/** Where a long address leads to, null where it is short already. */
async function shortened(query: string, index = "films", session = signIn()) {
  try {
    await load(`/app/${encodeURIComponent(index)}/search-preview${query}`, index, session);
    return null;
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    return thrown.headers.get("Location") ?? "";
  }
}

const titles = (results: Awaited<ReturnType<typeof hits>>) =>
  results.rows.map((row) => row.title.map(({ text }) => text).join(""));

describe("a search", () => {
  it("finds a film by a misspelt title, best first, with the words marked", async () => {
    const found = await hits("?q=godfathr&fuzziness=AUTO");
    expect(found.total).toBe(2);
    expect(titles(found).sort()).toEqual(["The Godfather", "The Godfather: Part II"]);
    expect(found.rows[0]?.title).toContainEqual({ text: "Godfather", mark: true });
    expect(Number(found.rows[0]?.score)).toBeGreaterThan(0);
    expect((await hits("?q=godfather&marks=0")).rows[0]?.title.some(({ mark }) => mark)).toBe(false);
  });

  it("finds nothing misspelt when typing errors are off, and says so", async () => {
    const off = await hits("?q=metrapolis&fuzziness=0&field=title&weight=1&sub=0");
    expect(off.total).toBe(0);
    expect((await hits("?q=metrapolis&fuzziness=1&field=title&weight=1&sub=0")).total).toBe(1);
  });

  it("wants all words or any of them", async () => {
    expect((await hits("?q=godfather+airplane&words=and&sub=0&field=title")).total).toBe(0);
    expect((await hits("?q=godfather+airplane&words=or&sub=0&field=title")).total).toBe(3);
  });

  it("shows everything without a text, sorted and in pages", async () => {
    const first = await hits("?sort=year&order=asc&size=5");
    expect(titles(first)).toEqual(["Metropolis", "The Godfather", "The Godfather: Part II", "Airplane!"]);
    expect((await hits("?page=2&size=5")).rows).toEqual([]);
  });

  it.each([
    ["?page=-1", "Page “-1” is not a whole number from 1 to 2,000. Using 1 instead."],
    ["?page=1500&size=20", "Only the first 10,000 hits can be shown. Using page 1 instead."],
    ["?size=7", "Hits per page “7” is not one of 5, 10, 20, 50. Using 10 instead."],
    [
      "?sort=nothing",
      "Sort “nothing” is not one of genre.keyword, note.keyword, title.keyword, year. Using relevance instead.",
    ],
    ["?fuzziness=9", "Typo tolerance “9” is not one of AUTO, 0, 1, 2. Using 0 instead."],
    ["?view=x", "View “x” is not one of cards, rows. Using cards instead."],
    ["?facet=nothing", "Facet “nothing” is not available. It was ignored."],
    ["?is.nothing=1", "Facet “nothing” is not available. It was ignored."],
    ["?is.year=1972", "year is filtered by a range, not by values. It was ignored."],
    ["?from.year=abc", "year: “abc” is not a number. It was ignored."],
  ])("takes %s without failing, and says what it used instead", async (query, told) => {
    const { results, remarks } = await preview(query);
    expect(results).toMatchObject({ kind: "hits", total: 4 });
    expect(remarks.map(({ text }) => text)).toEqual([told]);
  });

  it("counts facets, each by what the others leave", async () => {
    const { facets } = await preview("?facets=1&facet=genre.keyword&facet=year&is.genre.keyword=Drama");
    expect(facets.find(({ path }) => path === "genre.keyword")).toMatchObject({
      values: expect.arrayContaining([
        { key: "Drama", count: 2, chosen: true },
        { key: "Comedy", count: 1, chosen: false },
      ]),
    });
    expect(facets.find(({ path }) => path === "year")).toMatchObject({ kind: "range", min: "1972", max: "1974" });
    expect((await hits("?is.genre.keyword=Drama&is.genre.keyword=Comedy")).total).toBe(3);
    expect((await hits("?from.year=1973&to.year=1980")).total).toBe(2);
  });

  it("keeps a chosen value that no hit has any more", async () => {
    const { facets } = await preview("?is.genre.keyword=Western");
    expect(facets.find(({ path }) => path === "genre.keyword")).toMatchObject({
      values: expect.arrayContaining([{ key: "Western", count: 0, chosen: true }]),
    });
  });

  it("says which field or weight cannot be used and searches with the others", async () => {
    const { controls } = await preview(
      "?q=godfather&field=title&weight=2&field=nope&weight=1&field=year&weight=1&field=genre&weight=much",
    );
    expect(controls.rows.map(({ field, problem }) => [field, problem])).toEqual([
      ["title", undefined],
      ["nope", "Field nope does not exist."],
      ["year", "year is not a text field (long)."],
      ["genre", "Enter a weight from 0 to 1,000."],
    ]);
    expect(controls.searched[0]).toEqual({ field: "title", weight: 2 });
    expect((await hits("?q=godfather&field=title&weight=2&field=nope&weight=1")).total).toBe(2);
  });

  it("lists facets and their values in the same order, whatever is chosen", async () => {
    const orders = await Promise.all(
      [
        "",
        "?q=godfather",
        "?is.genre.keyword=Science+fiction",
        "?facet=year&facet=genre.keyword",
        "?from.year=1970&is.title.keyword=Airplane!",
      ].map(async (query) => {
        const { facets } = await preview(query);
        return facets.flatMap((facet) => [
          facet.path,
          ...(facet.kind === "values" ? facet.values.map(({ key }) => `${facet.path}=${key}`) : []),
        ]);
      }),
    );
    const [usual = []] = orders;
    expect(usual).toEqual([
      "genre.keyword",
      "genre.keyword=Comedy",
      "genre.keyword=Drama",
      "genre.keyword=Science fiction",
      "year",
    ]);
    for (const order of orders)
      expect(order.filter((name) => usual.includes(name))).toEqual(usual.filter((name) => order.includes(name)));
  });

  it("explains a score", async () => {
    const { rows } = await hits("?q=metropolis&why=4");
    const explained = rows.find((row) => row.id === "4");
    expect(explained?.why?.value).toBeCloseTo(Number(explained?.score), 1);
    expect(explained?.why?.details.length).toBeGreaterThan(0);
  });

  it("keeps a document's tags as text", async () => {
    const { rows } = await hits("?q=family&field=note");
    const note = [...(rows[0]?.details ?? []), ...(rows[0]?.found ?? [])].find(({ field }) => field === "note");
    expect(note?.pieces).toContainEqual({ text: "family", mark: true });
    expect(note?.pieces.map(({ text }) => text).join("")).toBe("<script>alert(1)</script> family");
  });

  it("works on names with dots and unicode", async () => {
    expect((await hits("?q=godfather", "günther.films")).total).toBe(1);
  });
});

describe("its address", () => {
  /** What a browser without scripts sends when nothing was changed in the form. */
  const wholeForm =
    "q=&field=title&weight=1.0&field=genre&weight=1.0&field=note&weight=1.0&field=&weight=1.0&sub=0&sub=1&fuzziness=0&words=or&from.year=&to.year=&facets=1&facet=genre.keyword&facet=year&marks=0&marks=1&record=0";

  const decoded = async (query: string) => decodeURIComponent((await shortened(query)) ?? "");

  it("holds what differs from the defaults: a form without scripts is led there once", async () => {
    expect(await decoded(`?${wholeForm}`)).toBe("/app/films/search-preview");
    expect(await decoded(`?${wholeForm.replace("q=", "q=godfather").replace("words=or", "words=and")}`)).toBe(
      "/app/films/search-preview?q=godfather&words=and",
    );
    expect(await decoded("?field=title&weight=5.0&field=genre&weight=1.0&field=&weight=1.0")).toBe(
      "/app/films/search-preview?field=title^5&field=genre",
    );
    expect(await decoded("?facets=1&facet=year&other.genre.keyword=Drama")).toBe(
      "/app/films/search-preview?facet=year",
    );
    expect(await decoded("?other.genre.keyword=Drama&is.genre.keyword=Comedy&q=&size=10")).toBe(
      "/app/films/search-preview?is.genre.keyword=Comedy&is.genre.keyword=Drama",
    );
  });

  it.each([
    "?q=godfather&words=and",
    "?field=title^5&field=genre",
    "?facets=1",
    "?facet=year",
    "?is.genre.keyword=Comedy&from.year=1970",
    "?call=curl&view=rows",
  ])("%s is short already", async (query) => {
    expect(await shortened(query)).toBeNull();
  });

  it("stays as it was typed where a part of it could not be read", async () => {
    expect(await shortened("?q=&fuzziness=0&page=abc")).toBeNull();
    expect(await decoded("?field=title&weight=much")).toBe("/app/films/search-preview?field=title^much");
    expect((await preview("?field=title^much")).controls.rows).toEqual([
      { field: "title", weight: "much", problem: "Enter a weight from 0 to 1,000." },
    ]);
  });

  it("that a page makes gives back what it was made of", async () => {
    const found = await preview(
      "?q=x&field=title^2&field=a%5Eb^1&words=and&is.genre.keyword=Drama&to.year=1980&sort=year&order=desc&size=5&page=2&why=3&record=1&sub=0",
    );
    const { search } = previewAddress(found.usual).at("", found.state);
    expect((await preview(search)).state).toEqual(found.state);
    expect(found.state).toMatchObject({
      sort: { by: "year", order: "desc" },
      page: 2,
      why: "3",
      subFields: false,
      record: true,
      operator: "and",
    });
  });
});

describe("the call", () => {
  async function text(query: string) {
    const { call } = await preview(query);
    if (!call.ok) throw new Error(JSON.stringify(call.failure));
    return call.text;
  }

  it("is shown as it was sent, answered and translated", async () => {
    expect(JSON.parse(await text("?q=godfathr"))).toMatchObject({
      query: expect.arrayContaining([expect.objectContaining({ id: "search", value: "godfathr" })]),
    });
    expect(JSON.parse(await text("?q=godfather&call=response"))).toMatchObject({
      result: { hits: { total: { value: 2 } } },
    });
    const translated = await text("?q=godfathr&call=translated");
    expect(translated).toContain("multi_match");
    expect(translated).not.toMatch(/authorization|test-password/i);
  });

  it("comes as curl without the password", async () => {
    const curl = await text("?q=godfathr&call=curl");
    expect(curl).toMatch(/^curl -X POST http:\/\/127\.0\.0\.1:\d+\/films\/_reactivesearch \\\n {2}-u admin \\/);
    expect(curl).not.toContain(backend.password);
  });
});
