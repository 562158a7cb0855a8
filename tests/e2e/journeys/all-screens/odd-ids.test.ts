import { expect } from "vitest";
import { journeys, useSharedProduct, type JourneyContext } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

// Each is what a decoding, a cleaning or the router's own calls would make of another, or nothing at all.
const ids = ["50%41", "..", "a/b?c#d", "x.data"];
const others = ["50A", "a", "x"];

async function makeIndex({ product, own }: Pick<JourneyContext, "product" | "own">) {
  const name = `odd-ids-${own}`;
  await product.call("DELETE", `/${name}`);
  const lines = [...ids, ...others]
    .map((_id) => `${JSON.stringify({ index: { _id } })}\n${JSON.stringify({ title: `first ${_id}` })}\n`)
    .join("");
  expect((await product.call("POST", `/${name}/_bulk?refresh=true`, lines)).status).toBe(200);
  return name;
}

async function titles({ product }: Pick<JourneyContext, "product">, name: string) {
  await product.call("POST", `/${name}/_refresh`);
  const { body } = await product.call("POST", `/${name}/_search`, { size: 50 });
  const { hits } = (body as { hits: { hits: { _id: string; _source: { title: string } }[] } }).hits;
  return Object.fromEntries(hits.map(({ _id, _source }) => [_id, _source.title]));
}

journey("documents with odd ids are opened, edited, deleted and put back, and no others", async (context) => {
  const { page, product, mode } = context;
  const name = await makeIndex(context);
  const wanted = Object.fromEntries([...ids, ...others].map((id) => [id, `first ${id}`]));
  await signIn({ page, product, at: `/app/${name}/browse` });
  for (const id of ids) {
    await page.getByRole("link", { name: `first ${id}`, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: `first ${id}`, exact: true }).waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    // The page before has a tab of the same name.
    await page.getByRole("heading", { level: 1, name: `Edit first ${id}`, exact: true }).waitFor();
    await page.getByRole("link", { name: "JSON", exact: true }).click();
    const editor = mode === "js" ? page.locator(".cm-content") : page.getByLabel("Document");
    await editor.waitFor();
    await editor.fill(JSON.stringify({ title: `second ${id}` }));
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("Nothing is saved yet").waitFor();
    await page.getByRole("button", { name: "Save document" }).click();
    await page.getByText(/^Document [^]+ saved\./).waitFor();
    await page.getByRole("heading", { level: 1, name: `second ${id}`, exact: true }).waitFor();
    wanted[id] = `second ${id}`;
    expect(await titles(context, name)).toEqual(wanted);
    await page.getByRole("link", { name: "Browse", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Browse" }).waitFor();
  }

  const [first = ""] = ids;
  await page.getByRole("link", { name: `second ${first}`, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: `second ${first}`, exact: true }).waitFor();
  await followMore(page, "Delete…");
  await page.getByRole("button", { name: "Delete document" }).click();
  await page.getByText(`Document second ${first} deleted.`).waitFor();
  expect(Object.keys(await titles(context, name)).sort()).toEqual([...ids.slice(1), ...others].sort());
  await page.getByRole("link", { name: "Undo…" }).click();
  await page.getByText("The document is still deleted.").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Restored document").waitFor();
  expect(await titles(context, name)).toEqual(wanted);
});
