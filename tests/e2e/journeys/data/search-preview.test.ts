import { expect } from "vitest";
import { hydrated } from "../../support/hydrated";
import { journeys, useSharedProduct } from "../../support/journey";
import type { Product } from "../../support/product";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const journey = journeys(useSharedProduct());

async function seedFilms({ product, index }: { product: Product; index: string }) {
  const films = [
    { title: "The Godfather", genre: "Drama", note: "<img src=x onerror=alert(1)>" },
    { title: "Goodfellas", genre: "Drama" },
    ...Array.from({ length: 12 }, (_, at) => ({ title: `Comedy number ${at + 1}`, genre: "Comedy" })),
  ];
  const lines = films.map(
    (film, at) => `${JSON.stringify({ index: { _index: index, _id: `f/${at + 1}` } })}\n${JSON.stringify(film)}\n`,
  );
  const { status } = await product.call("POST", "/_bulk?refresh=true", lines.join(""));
  expect(status).toBe(200);
}

journey("finds a film by a misspelt title, narrows, pages and shows the call", async ({ page, product, mode, own }) => {
  const index = `preview-${own}`;
  await seedFilms({ product, index });
  await signIn({ page, product });
  await visit(page, `/app/${index}/search-preview`);
  const results = page.getByRole("region", { name: "Results" });
  await results.getByText("14 hits", { exact: true }).waitFor();

  await page.getByRole("searchbox", { name: "Search for" }).fill("godfahter");
  // Without settings no typing error is forgiven, as visitors find it.
  await page.getByLabel("Typo tolerance").selectOption("AUTO");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.waitForURL(/q=godfahter/);
  await results.getByRole("heading", { name: "The Godfather" }).waitFor();
  await expect.poll(() => results.locator("mark").first().textContent()).toBe("Godfather");
  // The document's own tags are text.
  await expect.poll(() => results.locator("img").count()).toBe(0);
  const documentPath = async () =>
    new URL(
      (await results.getByRole("heading", { level: 3 }).first().getByRole("link").getAttribute("href")) ?? "",
      page.url(),
    ).pathname;
  await expect.poll(documentPath).toBe(`/app/${index}/browse/f%2F1`);

  await results.getByRole("link", { name: "Why this score" }).first().click();
  await results.getByRole("region", { name: "Why this score" }).waitFor();

  // Folded until it is asked for.
  await page.getByRole("link", { name: "curl" }).waitFor({ state: "hidden" });
  await page.getByRole("heading", { name: "API request" }).click();
  await page.getByRole("link", { name: "curl" }).click();
  await page.waitForURL(/call=curl/);
  // With scripts the address changes before the page does.
  const call = page.locator("#call pre");
  await expect.poll(() => call.textContent()).toMatch(new RegExp(`^curl [^]*/${index}/_reactivesearch`));
  expect(await call.textContent()).not.toContain(product.password);

  await page.getByRole("link", { name: "Reset to defaults" }).click();
  await results.getByText("14 hits", { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  // With scripts the box searches by itself.
  if (mode === "js") await hydrated(page);
  await page.getByLabel(/^Comedy/).check();
  if (mode === "nojs") await page.getByRole("button", { name: "Apply" }).click();
  await results.getByText("12 hits", { exact: true }).waitFor();
  // The form has twenty fields and more; the address holds the one that differs.
  expect(new URL(page.url()).search).toBe("?is.genre.keyword=Comedy");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
  await page.waitForURL(/page=2/);
  await expect.poll(() => results.getByRole("listitem").filter({ hasText: "Comedy number" }).count()).toBe(2);
  await page.getByRole("link", { name: "Clear all facets" }).click();
  await results.getByText("14 hits", { exact: true }).waitFor();

  await results.getByLabel("Sort: relevance").click();
  await results.getByRole("link", { name: "title", exact: true }).click();
  await page.waitForURL(/sort=title/);
  await expect.poll(() => results.getByRole("heading", { level: 3 }).first().textContent()).toBe("Comedy number 1");
  await results.getByRole("link", { name: "Ascending. Change direction" }).click();
  await expect.poll(() => results.getByRole("heading", { level: 3 }).first().textContent()).toBe("The Godfather");
});

journey(
  "offers suggestions: while typing where scripts run, after the search elsewhere",
  async ({ page, product, mode, own }) => {
    const index = `suggest-${own}`;
    await seedFilms({ product, index });
    await signIn({ page, product });
    await visit(page, `/app/${index}/search-preview`);
    const box = page.getByRole("searchbox", { name: "Search for" });
    if (mode === "js") {
      await hydrated(page);
      await box.pressSequentially("goodf");
      await page
        .getByRole("list", { name: "Suggestions while typing" })
        .getByRole("link", { name: "Goodfellas" })
        .click();
    } else {
      await box.fill("goodf");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("navigation", { name: "Suggestions" }).getByRole("link", { name: "Goodfellas" }).click();
    }
    await page.waitForURL(/q=goodfellas/i);
    const results = page.getByRole("region", { name: "Results" });
    // Before the search the film stands there too, without marks.
    await expect
      .poll(() => results.getByRole("heading", { name: "Goodfellas" }).locator("mark").allInnerTexts())
      .toEqual(["Goodfellas"]);
  },
);

journey("says beside the field what cannot be searched, and loses nothing typed", async ({ page, product, own }) => {
  const index = `fields-${own}`;
  await seedFilms({ product, index });
  await signIn({ page, product });
  await visit(page, `/app/${index}/search-preview?q=godfather`);
  await page.getByLabel("Add field", { exact: true }).fill("no such field");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Field no such field does not exist.").waitFor();
  await page.getByRole("heading", { name: "The Godfather" }).waitFor();
  await page.getByRole("link", { name: "Remove field no such field" }).click();
  await page.getByText("does not exist").waitFor({ state: "detached" });
});

journey(
  "folds the settings on a narrow screen, and shows them with a mistake in them",
  async ({ page, product, own }) => {
    const index = `narrow-${own}`;
    await seedFilms({ product, index });
    await signIn({ page, product });
    await visit(page, `/app/${index}/search-preview`);
    await page.getByText("14 hits", { exact: true }).waitFor();
    const words = page.getByLabel("any word (OR)");
    const every = page.getByLabel("all words (AND)");
    await words.waitFor({ state: "hidden" });
    const fold = page.locator("summary").filter({ hasText: /^Settings/ });
    await fold.click();
    await every.check();
    await page.getByLabel("Add field", { exact: true }).fill("no such field");
    await fold.click();
    await every.waitFor({ state: "hidden" });
    // What is not shown is sent all the same.
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText("Field no such field does not exist.").waitFor();
    await expect.poll(() => every.isChecked()).toBe(true);
    await page.getByText("Settings (changed)").waitFor();
  },
  { viewport: { width: 420, height: 900 } },
);

journey("grades results: by keys where scripts run, by buttons elsewhere", async ({ page, product, mode, own }) => {
  const index = `graded-preview-${own}`;
  await seedFilms({ product, index });
  await signIn({ page, product });
  await visit(page, `/app/${index}/search-preview?q=comedy+number&grade=on`);
  const groups = page.getByRole("group", { name: /^Grade of Comedy number/ });
  const [first, second] = [groups.nth(0), groups.nth(1)];
  if (mode === "js") {
    await hydrated(page);
    await first.getByRole("button", { name: "None" }).focus();
    await page.keyboard.press("3");
  } else await first.getByRole("button", { name: /^3/ }).click();
  await page.getByText(/^Grade of .+ saved\./).waitFor();
  // The focus stays in the list, so that the next document is one key away.
  if (mode === "js") {
    await page.keyboard.press("j");
    await page.keyboard.press("0");
  } else await second.getByRole("button", { name: /^0/ }).click();
  await expect.poll(() => second.locator("[aria-pressed=true]").innerText()).toMatch(/^0/);
  expect(await first.locator("[aria-pressed=true]").innerText()).toMatch(/^3/);
  const { body } = await product.call("GET", `/_grade/${index}?query=comedy%20number`);
  const grades = Object.values((body as { docs?: Record<string, { grade: number }> }).docs ?? {}).map(
    ({ grade }) => grade,
  );
  expect(grades.sort()).toEqual([0, 3]);
});
