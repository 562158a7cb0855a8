import { expect } from "vitest";
import * as z from "zod";
import { getBrowser } from "../../support/browser";
import { journeys, useSharedProduct } from "../../support/journey";
import { serveFiles } from "../../support/serve-files";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const journey = journeys(useSharedProduct());

// The page of plain HTML is copied from the credential's page as a reader sees it, and put on another web server.
journey("a search page of plain HTML finds a document from another site, as copied", async (context) => {
  const { page, product, own } = context;
  const index = `html-${own}`;
  await product.call("PUT", `/${index}/_doc/m1?refresh=true`, { title: "Metropolis <b>Rising</b>" });
  const made = await product.call("POST", "/_permission", {
    ...{ ops: ["read"], categories: ["reactivesearch"], indices: [index] },
  });
  const { username } = z.object({ username: z.string() }).parse(made.body);
  await signIn({ page, product, at: `/app/${index}/credentials/${username}` });
  await page.getByRole("button", { name: "Show password" }).click();
  await page.locator("code.select-all").waitFor();
  expect(page.url()).not.toContain("%3A");
  await page
    .locator("summary")
    .filter({ hasText: /^HTML$/ })
    .click();
  const text = await page.locator("details[name=snippets][open] .code").innerText();
  const site = await serveFiles({ "search.html": text });
  const visitor = await (await getBrowser()).newPage();
  try {
    await visit(visitor, `${site.url}/search.html`);
    await visitor.getByText("Metropolis <b>Rising</b>").waitFor();
    expect(await visitor.locator("li").count()).toBe(1);
    await visitor.getByRole("searchbox", { name: "Search" }).fill("nothing");
    await visitor.getByRole("button", { name: "Search" }).click();
    await visitor.getByText("No results").waitFor();
    await visitor.getByRole("searchbox", { name: "Search" }).fill("rising");
    await visitor.getByRole("button", { name: "Search" }).click();
    await visitor.getByText("Metropolis <b>Rising</b>").waitFor();
    expect(visitor.url()).toBe(`${site.url}/search.html`);
  } finally {
    await visitor.close();
    await site.close();
  }
});
