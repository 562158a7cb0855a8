import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "publishes a weight and synonyms in one step, and takes both back by the link of the message",
  async (context) => {
    const { page, product, own } = context;
    const index = `story-${own}`;
    await product.call("PUT", `/${index}`, { mappings: { properties: { title: { type: "text" } } } });
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Science fiction double feature" });
    await product.call("PUT", `/_searchrelevancy/${index}`, { search: { dataField: ["title"], fieldWeights: ["1"] } });
    const found = async () => {
      const { body } = await product.call("POST", `/${index}/_reactivesearch`, {
        query: [{ id: "r", value: "sci-fi" }],
      });
      return JSON.stringify(body).includes("double feature");
    };
    await signIn({ page, product, at: `/app/${index}/search` });
    await page.getByLabel("title", { exact: true }).fill("4");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("1 pending change").waitFor();
    await page.goto(`/app/${index}/synonyms/new`);
    await page.getByLabel("Words", { exact: true }).fill("sci-fi, science fiction");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await page.getByRole("button", { name: "Add to draft" }).click();
    await page.getByRole("button", { name: "Publish 2 changes" }).click();
    await page.getByText("Published. It applies to the next search.").waitFor();
    expect(await found()).toBe(true);

    await page.getByRole("link", { name: /^Undo/ }).click();
    await page.getByRole("heading", { name: "Undo 2 changes?" }).waitFor();
    await page.getByText("sci-fi = science fiction").waitFor();
    await page.getByRole("button", { name: "Undo 2 changes" }).click();
    await page.getByText(/Restored relevance settings of story-/).waitFor();
    expect(await found()).toBe(false);
    await page.goto(`/app/${index}/search/versions`);
    await page.getByRole("row", { name: /Version 1.*Live/ }).waitFor();
    await page.getByRole("link", { name: "Version 1", exact: true }).click();
    await page.getByText("This version is live.").waitFor();
  },
);
