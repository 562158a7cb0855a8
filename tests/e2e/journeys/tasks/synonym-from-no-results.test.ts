import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { countTask } from "../../support/task";

const journey = journeys(useSharedProduct());

journey("makes sci-fi find science fiction, tried before it is published", async ({ page, product, own }) => {
  const index = `task-synonym-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Science fiction double feature" });
  await product.call("PUT", `/_searchrelevancy/${index}`, { search: { dataField: ["title"], fieldWeights: ["1"] } });
  const found = async () =>
    JSON.stringify(
      (
        await product.call("POST", `/${index}/_reactivesearch`, {
          query: [{ id: "r", value: "sci-fi" }],
          settings: { recordAnalytics: false },
        })
      ).body,
    );
  expect(await found()).not.toContain("double feature");
  await signIn({ page, product, at: `/app/${index}/synonyms` });
  const task = countTask(page);
  await task.click(page.getByRole("link", { name: "Add synonyms" }));
  await task.type(page.getByLabel("Words", { exact: true }), "sci-fi, science fiction");
  await task.click(page.getByRole("button", { name: "Review", exact: true }));
  // The first word of the group is tried at once.
  await page.getByRole("heading", { name: "With these groups" }).waitFor();
  await page.getByText("Science fiction double feature").first().waitFor();
  await task.click(page.getByRole("button", { name: "Publish synonyms" }));
  await page.getByText("Synonyms published. Searches use them now.").waitFor();
  expect(await found()).toContain("double feature");
  task.within({ clicks: 3, pages: 3, fields: 1 });
});
