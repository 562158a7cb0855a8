import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const journey = journeys(useSharedProduct());

journey("reads a mapping, adds a field, and analyzes a text by it", async ({ page, product, own }) => {
  const index = `mapped-${own}`;
  await product.call("PUT", `/${index}`, {
    mappings: { properties: { title: { type: "text" }, place: { properties: { city: { type: "keyword" } } } } },
  });
  await signIn({ page, product, at: `/app/${index}` });
  const tabs = page.getByRole("navigation", { name: "Index", exact: true });
  await tabs.getByRole("link", { name: "Mapping" }).click();
  await page.getByRole("heading", { name: "Mapping" }).waitFor();
  await page.getByRole("cell", { name: "place.city" }).waitFor();
  await page.getByLabel("Filter by name").fill("titl");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("1 field", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Add field" }).click();
  await page.getByRole("heading", { name: "Add field" }).waitFor();
  expect(await tabs.locator("[aria-current]").innerText()).toBe("Mapping");
  await page.getByLabel("Name", { exact: true }).fill("title");
  await page.getByLabel("Type").selectOption("long");
  await page.getByRole("button", { name: "Add field" }).click();
  await page
    .getByText(/already exists as text/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await page.getByLabel("Name", { exact: true }).fill("place.country");
  await page.getByLabel("Type").selectOption("text");
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByText("Field place.country added.").waitFor();
  await page.getByRole("cell", { name: "place.country.keyword" }).waitFor();
  await page.getByRole("link", { name: "View as JSON" }).click();
  await page.getByText('"ignore_above"').first().waitFor();

  await tabs.getByRole("link", { name: "Analyze" }).click();
  await page.getByRole("heading", { name: "Analyze" }).waitFor();
  await page.getByLabel("Text").fill("Quick Foxes");
  await page.getByRole("combobox", { name: "Field" }).selectOption("place.country");
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByRole("heading", { name: "2 tokens" }).waitFor();
  await page.getByRole("cell", { name: "foxes", exact: true }).waitFor();
  expect(page.url()).toContain("text=Quick+Foxes");
});

journey("saves settings after a review, and undoes it", async ({ page, product, own }) => {
  const index = `set-${own}`;
  await product.call("PUT", `/${index}`);
  await signIn({ page, product, at: `/app/${index}/settings` });
  await page.getByLabel("Refresh interval").fill("45s");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByText("Nothing is saved yet.").waitFor();
  await page.getByText('"index.refresh_interval": "45s"').first().waitFor();
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved.").waitFor();
  await expect.poll(() => page.getByLabel("Refresh interval").inputValue()).toBe("45s");
  await page.getByRole("link", { name: "Undo…" }).click();
  await page.getByText("Not changed since.").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Restored settings of").waitFor();
  expect(JSON.stringify((await product.call("GET", `/${index}/_settings`)).body)).not.toContain("refresh_interval");
});

journey("adds an alias, switches it to another index in one call, and undoes that", async ({ page, product, own }) => {
  const [old, next] = [`old-${own}`, `next-${own}`];
  const alias = `read-${own}`;
  for (const [index, documents] of [
    [old, 1],
    [next, 2],
  ] as const)
    for (let n = 0; n < documents; n++) await product.call("PUT", `/${index}/_doc/${n}?refresh=true`, { title: "A" });
  await signIn({ page, product, at: "/cluster/aliases" });
  await page.getByRole("link", { name: "Add alias" }).first().click();
  await page.getByRole("heading", { name: "Add alias" }).waitFor();
  await page.getByLabel("Alias", { exact: true }).fill(alias);
  await page.getByLabel("Index", { exact: true }).fill(old);
  await page.getByRole("button", { name: "Add alias" }).click();
  await page.getByText(`Alias ${alias} added to ${old}.`).waitFor();

  await visit(page, `/app/${old}/aliases/switch?alias=${alias}`);
  await page.getByLabel("To index").selectOption(next);
  await page.getByRole("button", { name: "Show what changes" }).click();
  await page.getByText("In total 1 documents now, 2 after.").waitFor();
  await page.getByRole("button", { name: `Switch ${alias} to ${next}` }).click();
  await page.getByText(`Alias ${alias} switched to ${next}.`).waitFor();
  expect(Object.keys((await product.call("GET", `/_alias/${alias}`)).body as object)).toEqual([next]);
  await page.getByRole("link", { name: "Undo…" }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Restored alias").waitFor();
  expect(Object.keys((await product.call("GET", `/_alias/${alias}`)).body as object)).toEqual([old]);

  await visit(page, `/app/${old}/aliases/remove?alias=${alias}`);
  await page.getByText(`${alias} will point to no index`).waitFor();
  await page.getByRole("button", { name: "Remove alias" }).click();
  await page.getByText(`Alias ${alias} removed from ${old}.`).waitFor();
});

journey(
  "creates a template, sees what it matches, deletes it and undoes that; reads the tasks",
  async ({ page, product, own }) => {
    const name = `tpl-${own}`;
    await product.call("PUT", `/${name}-1`);
    await signIn({ page, product, at: "/cluster" });
    await page.getByRole("navigation", { name: "All indices" }).getByRole("link", { name: "Templates" }).click();
    await page.getByRole("link", { name: "Create template" }).first().click();
    await page.getByRole("heading", { name: "Create template" }).waitFor();
    await page.getByLabel("Legacy template").check();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Patterns").fill(`${name}-*`);
    await page.getByRole("button", { name: "Create template" }).click();
    await page.getByText(`Template ${name} created.`).waitFor();
    await page.getByRole("link", { name: `${name}-1` }).waitFor();
    await followMore(page, "Delete…");
    await page.getByRole("button", { name: "Delete template" }).click();
    await page.getByText(`Template ${name} deleted.`).waitFor();
    await page.getByRole("link", { name: "Undo…" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText(`Restored legacy template ${name}.`).waitFor();
    expect((await product.call("GET", `/_template/${name}`)).status).toBe(200);

    await visit(page, `/cluster/templates/legacy/none-${own}`);
    await page.getByRole("link", { name: "Back to the list" }).click();
    await page.getByRole("heading", { name: "Templates", exact: true }).waitFor();

    await visit(page, "/cluster/tasks?show=all");
    await page.getByRole("link", { name: "Refresh" }).click();
    await page.getByText(/running on the engine/).waitFor();
  },
);

journey(
  "creates a component template, composes an index template of it, and deletes it once nothing uses it",
  async ({ page, product, own, mode }) => {
    const [part, whole] = [`part-${own}`, `whole-${own}`];
    await signIn({ page, product, at: "/cluster/templates" });
    await page.getByRole("link", { name: "Component templates" }).click();
    await page.getByRole("heading", { name: "Component templates", exact: true }).waitFor();
    await page.getByRole("link", { name: "Create component template" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill(part);
    await page.locator("summary", { hasText: "Advanced" }).click();
    // The editor takes the place of the text area when its file has come.
    if (mode === "js") await page.locator(".cm-content[aria-label^='Mappings']").waitFor();
    await page.getByRole("textbox", { name: /^Mappings/ }).fill('{ "properties": { "title": { "type": "keyword" } } }');
    await page.getByRole("button", { name: "Create component template" }).click();
    await page.getByText(`Component template ${part} created.`).waitFor();
    await page.getByText("No index template is composed of it.").waitFor();

    await visit(page, "/cluster/templates/new");
    await page.getByLabel("Name", { exact: true }).fill(whole);
    await page.getByLabel("Patterns").fill(`${whole}-*`);
    await page.getByLabel(/^Composed of/).fill(part);
    await page.getByRole("button", { name: "Create template" }).click();
    await page.getByText(`Template ${whole} created.`).waitFor();
    await page.getByRole("link", { name: part }).click();
    await page.getByRole("heading", { name: part }).waitFor();
    await page.getByRole("link", { name: whole }).waitFor();
    await followMore(page, "Delete…");
    await page.getByText(`Used by ${whole}`).waitFor();
    await product.call("PUT", `/${whole}-1`);
    expect(JSON.stringify((await product.call("GET", `/${whole}-1/_mapping`)).body)).toContain("keyword");

    await product.call("DELETE", `/_index_template/${whole}`);
    await page.reload();
    await page.getByRole("button", { name: "Delete template" }).click();
    await page.getByText(`Template ${part} deleted.`).waitFor();
    await page.getByRole("heading", { name: "Component templates", exact: true }).waitFor();
  },
);
