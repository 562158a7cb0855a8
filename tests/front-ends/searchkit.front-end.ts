import { describe, expect, test } from "vitest";
import { type Film, genreCounts, holdsWord, ofGenre, rated, readFilms, votesInOrder } from "./films";
import { enginesToTry } from "./site";
import { openStage } from "./stage";
import { visit } from "../e2e/support/visit";

const films = readFilms();
const GOOD = { from: 7, to: 10 };

describe.each(enginesToTry())("an InstantSearch page on the %s engine", (name) => {
  const stage = openStage(name);
  const open = (query?: Record<string, string>) => visit(stage.page(), stage.address("searchkit", query));

  async function shows(expected: readonly Film[]) {
    await expect.poll(() => stage.page().locator("#total").textContent()).toBe(String(expected.length));
  }

  async function showsByVotes(expected: readonly Film[], from = 0) {
    await shows(expected);
    await expect.poll(() => stage.votes(".film")).toEqual(votesInOrder(expected).slice(from, from + 10));
  }

  const genres = () => stage.lines("#genre .ais-RefinementList-item");

  test("shows all films, and how many there are of each genre", async () => {
    await open();
    await shows(films);
    await expect.poll(genres).toEqual(genreCounts(films));
  });

  test("a genre and a range narrow the list; the counts of the genres follow the range only", async () => {
    await open();
    await shows(films);
    await stage.page().getByLabel("Comedy", { exact: false }).first().check();
    await shows(films.filter((film) => ofGenre(film, "Comedy")));
    await stage.page().locator("#rating input").first().fill("7");
    await stage.page().locator("#rating button").click();
    const good = films.filter((film) => rated(film, GOOD));
    await shows(good.filter((film) => ofGenre(film, "Comedy")));
    await expect.poll(genres).toEqual(genreCounts(good));
  });

  test("sorting and pages", async () => {
    await open();
    await shows(films);
    await stage.page().locator("#sort select").selectOption({ label: "Most votes" });
    await showsByVotes(films);
    await stage
      .page()
      .locator("#pages")
      .getByRole("link", { name: "3", exact: true })
      .or(stage.page().getByLabel("Page 3"))
      .first()
      .click();
    await showsByVotes(films, 20);
  });

  test("words, also with a typing mistake", async () => {
    await open();
    await shows(films);
    await stage.page().getByRole("searchbox").fill("godfather");
    await shows(films.filter((film) => holdsWord(film, "godfather")));
    await stage.page().getByRole("searchbox").fill("godfahter");
    await expect.poll(() => stage.lines(".film")).toContain("The Godfather");
  });

  test("a link to a search opens as that search, on its page", async () => {
    await open({ "refinementList[genre][0]": "Drama", "range[rating]": "7:10", sortBy: "{index}_votes", page: "2" });
    await showsByVotes(
      films.filter((film) => rated(film, GOOD) && ofGenre(film, "Drama")),
      10,
    );
  });
});
