import type { Page } from "playwright-core";
import { expect } from "vitest";
import { hydrated } from "../../support/hydrated";
import { journeys, type Mode, useSharedProduct } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

/** A field of tags with scripts, an entry on each line without. */
async function fillIndices({ page, mode, index }: { page: Page; mode: Mode; index: string }) {
  if (mode === "nojs") return page.getByLabel("Indices").fill(index);
  await page.getByRole("button", { name: "Remove *" }).click();
  await page.getByLabel("Indices").fill(index);
  await page.getByLabel("Indices").press("Enter");
}

async function addAction(page: Page, name: string) {
  await page.getByText("Add action", { exact: true }).click();
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("listitem", { name, exact: true }).waitFor();
}

journey(
  "makes a rule of several actions, tests it, saves it, switches it off and deletes it",
  async ({ page, product, own, mode }) => {
    const index = `rules-${own}`;
    const name = `Boots first ${own}`;
    const shoes = ["Snow boot", "Rain boot", "Summer sandal"]
      .map((title) => `{"index":{}}\n${JSON.stringify({ title })}\n`)
      .join("");
    await product.call("POST", `/${index}/_bulk?refresh=true`, shoes);
    await signIn({ page, product, at: "/cluster/rules" });
    await page.getByRole("link", { name: "Create rule" }).click();
    await page.getByRole("heading", { name: "Create rule" }).waitFor();
    if (mode === "js") await hydrated(page);
    // Only a save asks for the name.
    await addAction(page, "Replace words");
    await page.getByLabel("Rule name").fill(name);
    await fillIndices({ page, mode, index });
    await page.getByLabel("Query", { exact: true }).selectOption("contains");
    await page.getByRole("button", { name: "Create rule" }).click();
    await page.getByText("Either dataField value or query is needed").filter({ visible: true }).first().waitFor();
    await page.getByLabel("Query text").fill("boot");

    await page.getByLabel("Words, row 1").fill("gumboot");
    await page.getByLabel("Replaced with, row 1").fill("rain boot");
    await addAction(page, "Script");
    if (mode === "js") await page.locator(".cm-content[aria-label=JavaScript]").waitFor();
    await page
      .getByRole("textbox", { name: "JavaScript" })
      .fill("function handleRequest() { console.log('checked'); }");
    await page.getByRole("button", { name: "Check script" }).click();
    await page.getByText("Valid script").waitFor();
    await page.getByText("checked", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove action Script" }).click();
    await page.getByRole("listitem", { name: "Script" }).waitFor({ state: "detached" });

    await addAction(page, "Promote documents");
    await page.getByLabel("Find a document to promote").fill("sandal");
    // Enter finds, and saves nothing.
    await page.getByLabel("Find a document to promote").press("Enter");
    await page.getByRole("button", { name: "Promote Summer sandal" }).click();
    await page.getByLabel("Position of Summer sandal").waitFor();
    if (mode === "js") {
      await hydrated(page);
      // Both ends in view, away from the bar at the foot: a scroll would end the drag.
      await page.locator("#then").evaluate((part) => part.scrollIntoView({ block: "start" }));
      await page.locator('[data-handle="promote_result"]').dragTo(page.locator('[data-drag="replace_words"]'));
    } else await page.getByRole("button", { name: "Move up: Promote documents" }).click();
    await page
      .getByRole("list", { name: "Actions" })
      .getByRole("heading")
      .first()
      .filter({ hasText: "Promote documents" })
      .waitFor();

    await page.getByLabel("Test query").fill("boot");
    await page.getByRole("button", { name: "Test rule" }).click();
    await page.getByText("Rule fired").waitFor();
    await page.getByText("promoted", { exact: true }).waitFor();
    await page.getByText("Compare without rule").click();
    await page.getByRole("heading", { name: "Without" }).waitFor();
    await page.getByRole("button", { name: "Create rule" }).click();
    await page.getByText(`Rule ${name} created.`).waitFor();
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByText(name).waitFor();
    const query = { query: [{ id: "s", dataField: ["title"], value: "boot" }] };
    expect((await product.call("POST", `/${index}/_reactivesearch`, query)).body).toMatchObject({
      s: { promoted: [{ doc: { _source: { title: "Summer sandal" } } }] },
    });

    await page.getByLabel("Description").fill("For the winter");
    await page.getByLabel("From", { exact: true }).fill("2025-11-20T00:00");
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("For the winter").first().waitFor();
    await page.getByRole("button", { name: "Save rule" }).click();
    await page.getByText(`Rule ${name} saved.`).waitFor();
    expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe("2025-11-20T00:00");

    await page.goto(`/cluster/rules?q=${own}`);
    await page.getByRole("button", { name: `Switch off ${name}` }).click();
    await page.getByRole("button", { name: `Switch on ${name}` }).waitFor();
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByText("This rule is off.").waitFor();
    await followMore(page, "Delete…");
    await page.getByLabel(/^Type .* to confirm$/).fill(name.toLowerCase().replaceAll(" ", "_"));
    await page.getByRole("button", { name: "Delete rule" }).click();
    await page.getByText(`Rule ${name} deleted.`).waitFor();
  },
);

journey(
  "orders rules: by dragging where scripts run, by buttons elsewhere; a refused move goes back",
  async ({ page, product, own, mode }) => {
    const made: string[] = [];
    // A new one comes above all others.
    for (const name of ["Third", "Second", "First"]) {
      const rule = {
        name: `${name} ordered ${own}`,
        trigger: { type: "always" },
        actions: [{ type: "custom_data", data: { name } }],
      };
      made.unshift(((await product.call("POST", "/_rule", rule)).body as { id: string }).id);
    }
    const [first = "", second = "", third = ""] = made;
    await signIn({ page, product, at: `/cluster/rules?q=ordered+${own}` });
    const shown = async () =>
      (await page.locator("tbody tr").allInnerTexts()).map((text) => /First|Second|Third/.exec(text)?.[0]);
    await expect.poll(shown).toEqual(["First", "Second", "Third"]);
    const up = (name: string) => page.getByRole("button", { name: `Move up ${name} ordered ${own}` });
    if (mode === "js") {
      await hydrated(page);
      await page.locator(`[data-handle="${third}"]`).dragTo(page.locator("tbody tr").first());
      await expect.poll(shown).toEqual(["Third", "First", "Second"]);
    } else await up("Third").click();
    await page.getByText(`Rule Third ordered ${own} moved.`).waitFor();
    if (mode === "nojs") await up("Third").click();
    await expect.poll(shown).toEqual(["Third", "First", "Second"]);
    await page.reload();
    await expect.poll(shown).toEqual(["Third", "First", "Second"]);

    // Gone on the server, so that nothing can be moved.
    await product.call("DELETE", `/_rule/${second}`);
    if (mode === "js") {
      await hydrated(page);
      await page.locator(`[data-handle="${second}"]`).dragTo(page.locator("tbody tr").first());
    } else await up("Second").click();
    await page.getByRole("alert").waitFor();
    await expect.poll(shown).toEqual(mode === "js" ? ["Third", "First", "Second"] : ["Third", "First"]);
    for (const id of [first, third]) await product.call("DELETE", `/_rule/${id}`);
  },
);
