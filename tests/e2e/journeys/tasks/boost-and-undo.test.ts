import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { countTask } from "../../support/task";

const journey = journeys(useSharedProduct());

journey("boosts the title, compares, publishes, and undoes it", async ({ page, product, own }) => {
  const index = `task-boost-${own}`;
  const text = { type: "text" };
  await product.call("PUT", `/${index}`, { mappings: { properties: { title: text, plot: text } } });
  await product.call("PUT", `/${index}/_doc/title`, { title: "Batman", plot: "A city and a bat" });
  await product.call("PUT", `/${index}/_doc/plot?refresh=true`, { title: "Knight", plot: "Batman batman" });
  await product.call("PUT", `/_searchrelevancy/${index}`, {
    search: { dataField: ["title", "plot"], fieldWeights: ["1", "9"] },
  });
  const weights = async () => JSON.stringify((await product.call("GET", `/_searchrelevancy/${index}`)).body);
  await signIn({ page, product, at: `/app/${index}` });
  const task = countTask(page);
  await task.click(page.locator("summary").filter({ hasText: /^Search relevance/ }));
  await task.click(page.getByRole("navigation").getByRole("link", { name: "Search", exact: true }));
  await task.type(page.getByLabel("title", { exact: true }), "20");
  await task.click(page.getByRole("button", { name: "Save draft" }));
  await page.getByText("1 pending change").first().waitFor();
  await task.click(page.getByRole("link", { name: "Compare", exact: true }).first());
  await task.type(page.getByRole("searchbox", { name: "Search for" }), "batman");
  await task.click(page.getByRole("button", { name: "Search", exact: true }));
  await page
    .getByRole("region", { name: /^Draft/ })
    .getByText("Batman")
    .first()
    .waitFor();
  await task.click(page.getByRole("link", { name: "Review", exact: true }).first());
  await task.click(page.getByRole("button", { name: "Publish 1 change" }));
  await page.getByText("Settings published.").waitFor();
  expect(await weights()).toContain('"20.0"');
  await task.click(page.getByRole("link", { name: "Undo…" }));
  await task.click(page.getByRole("button", { name: "Undo", exact: true }));
  await expect.poll(weights).not.toContain('"20.0"');
  task.within({ clicks: 10, pages: 6, fields: 2 });
});
