import { describe, expect, test } from "vitest";
import {
  type Film,
  genreCounts,
  holdsWord,
  ofGenre,
  rated,
  readFilms,
  titlesInOrder,
  votesInOrder,
  wordsOf,
} from "./films";
import { enginesToTry } from "./site";
import { openStage } from "./stage";
import { visit } from "../e2e/support/visit";

const films = readFilms();
const GOOD = { from: 7, to: 10 };

test("the word searched for is part of no longer one", () => {
  expect(films.flatMap(wordsOf).filter((word) => word.startsWith("godfather") && word !== "godfather")).toEqual([]);
});

describe.each(enginesToTry())("a ReactiveSearch page on the %s engine", (name) => {
  const stage = openStage(name);
  const open = (query?: Record<string, string>) => visit(stage.page(), stage.address("reactivesearch", query));
  const genres = () => stage.lines("[aria-label='genre-items'] [role=option]");

  async function shows(expected: readonly Film[], from = 0) {
    await expect.poll(() => stage.page().locator("#total").textContent()).toBe(String(expected.length));
    await expect.poll(() => stage.votes("#results li")).toEqual(votesInOrder(expected).slice(from, from + 10));
  }

  test("shows all films by votes, and how many there are of each genre", async () => {
    await open();
    await shows(films);
    await expect.poll(genres).toEqual(genreCounts(films));
  });

  test("a genre and a range narrow the list; the counts follow the range", async () => {
    await open();
    await shows(films);
    await stage.page().getByText("Good", { exact: true }).click();
    const good = films.filter((film) => rated(film, GOOD));
    await shows(good);
    await expect.poll(genres).toEqual(genreCounts(good));
    await stage.page().getByText("Comedy", { exact: true }).click();
    await shows(good.filter((film) => ofGenre(film, "Comedy")));
  });

  test("pages and sorting", async () => {
    await open();
    await shows(films);
    await stage.page().locator("a[alt='Page 3']").first().click();
    await shows(films, 20);
    // The library keeps the page when the order changes.
    await stage.page().getByLabel("Sort options").selectOption({ label: "Title" });
    await expect
      .poll(() => stage.page().locator("#results li").allInnerTexts())
      .toEqual(titlesInOrder(films).slice(20, 30));
  });

  test("suggestions while typing, and the list of what was typed", async () => {
    await open();
    await shows(films);
    const box = stage.page().getByRole("combobox", { name: "q" });
    const found = films.filter((film) => holdsWord(film, "godfather"));
    await box.fill("godfath");
    // Each searched field of a film that fits is offered, once.
    const offered = [
      ...new Set([...titlesInOrder(found), ...found.map(({ source }) => String(source["Director"]))]),
    ].sort();
    await expect.poll(() => stage.lines(".section-list-item__label")).toEqual(offered);
    await box.fill("godfather");
    await box.press("Enter");
    await shows(found);
    await expect.poll(() => new URL(stage.page().url()).searchParams.get("q")).toBe('"godfather"');
  });

  test("a link to a search opens as that search, on its page", async () => {
    await open({ genre: '["Drama","Comedy"]', rating: '"Good"', results: "2" });
    await shows(
      films.filter((film) => rated(film, GOOD) && (ofGenre(film, "Drama") || ofGenre(film, "Comedy"))),
      10,
    );
  });

  test("a link with words and a genre", async () => {
    await open({ q: '"godfather"', genre: '["Drama"]' });
    await shows(films.filter((film) => holdsWord(film, "godfather") && ofGenre(film, "Drama")));
  });
});
