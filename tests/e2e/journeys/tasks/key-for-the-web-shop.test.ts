import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { countTask } from "../../support/task";

const journey = journeys(useSharedProduct());

journey("a key for the web shop: created, its snippet run, a call tried", async ({ page, product, own }) => {
  const index = `task-shop-${own}`;
  await product.call("PUT", `/${index}/_doc/lamp?refresh=true`, { title: "Desk lamp" });
  await signIn({ page, product, at: `/app/${index}` });
  const task = countTask(page);
  await task.click(page.locator("summary").filter({ hasText: /^Access control/ }));
  await task.click(page.getByRole("link", { name: "API credentials" }).first());
  await task.click(page.getByRole("link", { name: "Create credential" }).first());
  await task.click(page.getByRole("link", { name: "Search page", exact: true }));
  await task.click(page.getByRole("button", { name: "Create credential" }));
  await page.getByText("API credential created.").waitFor();
  const snippet = page.locator("details[name=snippets][open] .code");
  const { stdout } = await promisify(execFile)("bash", ["-c", `${await snippet.innerText()} -s`]);
  expect(stdout).toContain('"_id":"lamp"');
  await task.click(page.getByRole("button", { name: "Try it" }));
  await page.getByText("Allowed", { exact: true }).waitFor();
  task.within({ clicks: 7, pages: 3, fields: 0 });
});
