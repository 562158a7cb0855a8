import { expect } from "vitest";
import { journeys, useSharedProduct, withPage } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { countTask } from "../../support/task";

const journey = journeys(useSharedProduct());
const TERMS = 34;

journey("searches without results of the last week, for a colleague", async ({ page, product, own }) => {
  const index = `task-lost-${own}`;
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Desk lamp" });
  for (let at = 0; at < TERMS; at++)
    await product.call("PUT", `/${index}/_analytics/search`, {
      query: `lost ${at}`,
      user_id: `visitor ${at}`,
      total_hits: 0,
    });
  await product.call("POST", "/.analytics/_refresh");
  await signIn({ page, product, at: `/app/${index}` });
  const task = countTask(page);
  await task.click(page.locator("summary").filter({ hasText: /^Analytics/ }));
  await task.click(page.getByRole("link", { name: "No results searches" }).first());
  await task.click(page.locator("summary").filter({ hasText: /^Date range/ }));
  await task.click(page.getByRole("link", { name: "Last 7 days" }));
  await page.waitForURL(/range=last-7-days/);
  await task.click(page.getByRole("link", { name: "Share", exact: true }));
  await task.click(page.getByRole("button", { name: "Create link" }));
  const address = await page.getByText(/\/shared\/[\w-]{32}$/).textContent();
  task.within({ clicks: 7, pages: 3, fields: 0 });

  // The colleague turns pages of ten, and sees all of them.
  await withPage({ product, mode: "nojs" }, async (visitor) => {
    await visitor.goto(address ?? "");
    await visitor.getByText("Last 7 days").waitFor();
    const rows = () => visitor.getByRole("row").filter({ hasText: "lost" }).allInnerTexts();
    const next = visitor.getByRole("link", { name: "Next" });
    const seen = new Set(await rows());
    const visit = countTask(visitor);
    while ((await next.count()) > 0) {
      await visit.click(next);
      for (const row of await rows()) seen.add(row);
    }
    expect(seen.size).toBe(TERMS);
    visit.within({ clicks: 3, pages: 0, fields: 0 });
  });
});
