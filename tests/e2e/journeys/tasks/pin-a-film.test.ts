import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { countTask } from "../../support/task";

const journey = journeys(useSharedProduct());

journey("pins a film for batman from its place in the preview", async ({ page, product, own }) => {
  const index = `task-pin-${own}`;
  for (const [id, title] of ["Batman", "Batman returns", "The batman of the north"].entries())
    await product.call("PUT", `/${index}/_doc/${id}?refresh=true`, { title });
  await product.call("PUT", `/_searchrelevancy/${index}`, { search: { dataField: ["title"], fieldWeights: ["1"] } });
  await signIn({ page, product, at: `/app/${index}/search-preview?q=batman` });
  const task = countTask(page);
  const third = page.getByRole("listitem").filter({ hasText: "The batman of the north" });
  await task.click(third.locator("summary").first());
  await task.click(third.getByRole("link", { name: /^Pin to place/ }));
  await page.getByRole("list", { name: "Results with the rule" }).getByText("promoted").waitFor();
  await page.getByRole("button", { name: "Add to draft" }).waitFor();
  await task.type(page.getByLabel("Rule name"), `Batman ${own}`);
  await task.type(page.getByLabel(/position|Place/i).first(), "1");
  await task.click(page.getByRole("button", { name: "Create rule" }));
  await page.getByText(`Rule Batman ${own} created.`).waitFor();
  const { body } = await product.call("POST", `/${index}/_reactivesearch`, {
    query: [{ id: "r", value: "batman" }],
    settings: { recordAnalytics: false },
  });
  expect(JSON.stringify(body)).toMatch(/"promoted":\[\{"doc":\{"_id":"2"/);
  await page.goto(`/app/${index}/search-preview?q=batman`);
  await page.getByText(`Batman ${own}`).first().waitFor();
  task.within({ clicks: 4, pages: 3, fields: 2 });
  await page.goto(`/cluster/rules?q=${own}`);
  await page.getByText("Pins The batman of the north at 1").waitFor();
});
