import { hydrated } from "../../support/hydrated";
import { journeys, useSharedProduct } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "makes a test, runs it, sees what a draft makes worse, deletes it and brings it back",
  async ({ page, product, own, mode }) => {
    const index = `expected-${own}`;
    const boots = ["Snow boot", "Rain boot", "Sandal"]
      .map((title, at) => `{"index":{"_id":"b${at + 1}"}}\n${JSON.stringify({ title })}\n`)
      .join("");
    await product.call("PUT", `/${index}`, { mappings: { properties: { title: { type: "text" } } } });
    await product.call("POST", `/${index}/_bulk?refresh=true`, boots);
    await product.call("PUT", `/_searchrelevancy/${index}`, {
      search: { dataField: ["title"], fieldWeights: ["1.0"] },
    });
    await signIn({ page, product, at: `/app/${index}/relevance-tests` });
    await page.getByRole("link", { name: "Create test" }).first().click();
    await page.getByRole("heading", { name: "Create relevance test", level: 1 }).waitFor();
    if (mode === "js") await hydrated(page);
    await page.getByLabel("Search", { exact: true }).fill("snow sandal");
    // What is found is taken over by a button; nothing is saved by that.
    await page.getByLabel(`Find a document in ${index}`).fill("snow");
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByRole("button", { name: "Expect Snow boot in the first 3" }).click();
    await page.getByRole("listitem", { name: "Expectation 1" }).getByText("Snow boot", { exact: true }).waitFor();
    // Another one is found beside its own row, and chosen there.
    const row = page.getByRole("listitem", { name: "Expectation 1" });
    for (const [words, title] of [
      ["rain", "Rain boot"],
      ["snow", "Snow boot"],
    ] as const) {
      await row.getByText("Change", { exact: true }).click();
      await row.getByLabel("Find by words").first().fill(words);
      await row.getByRole("button", { name: "Find document", exact: true }).click();
      const choose = row.getByRole("button", { name: `Choose ${title} as document` });
      await choose.click();
      // The list of what was found names it too: it is chosen when that list is gone.
      await choose.waitFor({ state: "detached" });
      await row.getByText(title, { exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Save test" }).click();
    await page.getByText("Relevance test snow sandal saved.").waitFor();
    await page.getByText("Not run yet").waitFor();

    await page.getByRole("link", { name: "Run tests" }).click();
    await page.getByText("Live passes 1 of 1.").waitFor();
    await page.getByRole("row", { name: /Passes.*snow sandal.*Snow boot is in the first 3/ }).waitFor();

    await page.goto(`/app/${index}/search`);
    await page.getByLabel("Match").selectOption("All words");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("1 pending change").waitFor();
    await page.getByRole("link", { name: "Review", exact: true }).click();
    await page.getByText("Draft passes 0 of 1, live 1.").waitFor();
    await page.getByRole("row", { name: /Worse.*snow sandal.*Snow boot is in the first 3/ }).waitFor();
    await page.getByText("1 relevance test got worse").waitFor();

    await page.getByRole("link", { name: "snow sandal", exact: true }).click();
    await followMore(page, "Delete…");
    await page.getByRole("button", { name: "Delete relevance test" }).click();
    await page.getByText("Relevance test snow sandal deleted.").waitFor();
    await page.getByRole("link", { name: "Undo…" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText(/^(?:Restored|Deleted) relevance/).waitFor();
    await page.getByRole("link", { name: "snow sandal", exact: true }).waitFor();
  },
);
