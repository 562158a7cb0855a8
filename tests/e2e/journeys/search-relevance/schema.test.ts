import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useProduct());

journey(
  "changes, adds and removes fields in a draft, with a dry run, and reviews them",
  async ({ page, product, own }) => {
    const index = `schema-${own}`;
    const properties = {
      name: { type: "text", fields: { keyword: { type: "keyword" } } },
      amount: { type: "keyword" },
      old: { type: "keyword" },
    };
    await product.call("PUT", `/${index}`, { mappings: { properties } });
    for (const [id, amount] of ["12", "n/a"].entries())
      await product.call("PUT", `/${index}/_doc/${id}?refresh=true`, { name: `Pan ${id}`, amount });
    await product.call("PUT", `/_storedquery/${index}`, {
      index,
      query: { query: { term: { old: "x" } } },
      params: {},
    });
    await signIn({ page, product, at: `/app/${index}/schema` });
    await page.getByRole("heading", { name: "Schema", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Show sub-fields of name" }).click();
    await page.getByText("name.keyword").waitFor();

    await page.getByRole("link", { name: "amount", exact: true }).click();
    await page.getByLabel("Type").selectOption("long");
    await page.getByRole("button", { name: "Save to draft" }).click();
    await page.getByText("1 value is not a number").waitFor();
    await page.getByRole("link", { name: "Pan 1" }).waitFor();

    await page.goto(`/app/${index}/schema/name?text=Red+Pans`);
    await page.getByText("pans", { exact: true }).waitFor();
    await page.getByLabel("Use case").selectOption("Search");
    await page.getByRole("button", { name: "Save to draft" }).click();
    await page.getByText("Your draft makes it text, search.").waitFor();

    await page.goto(`/app/${index}/schema/old`);
    await page.getByRole("link", { name: index, exact: true }).last().waitFor();
    await page.getByRole("button", { name: "Remove field" }).click();
    await page.getByText("Field old is removed once it is published.").waitFor();

    await page.getByRole("link", { name: "Add field" }).click();
    await page.getByLabel("Name", { exact: true }).fill("size.width");
    await page.getByLabel("Type").selectOption("integer");
    await page.getByRole("button", { name: "Add to draft" }).click();
    await page.getByText("4 pending changes").waitFor();

    await page.getByRole("link", { name: "Review", exact: true }).click();
    await page.getByRole("heading", { name: "Review and publish", level: 1 }).waitFor();
    for (const word of ["size.width", "keyword", "Removed"])
      expect(await page.getByRole("table").first().textContent()).toContain(word);
    const { body } = await product.call("GET", `/${index}/_mapping`);
    expect(JSON.stringify(body)).not.toContain("width");
  },
);
