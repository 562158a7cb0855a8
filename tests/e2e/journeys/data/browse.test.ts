import { expect } from "vitest";
import { journeys, useSharedProduct, type JourneyContext } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

const odd = `a/b "c" é`;

async function makeFilms({ product, own }: Pick<JourneyContext, "product" | "own">) {
  const name = `browse-${own}`;
  await product.call("DELETE", `/${name}`);
  const films = [
    { _id: "1", title: "Metropolis", year: 1927 },
    { _id: "2", title: "Nosferatu", year: 1922 },
    { _id: odd, title: "<script>alert(1)</script>", year: 2001 },
  ];
  const lines = films
    .map(({ _id, ...film }) => `${JSON.stringify({ index: { _id } })}\n${JSON.stringify(film)}\n`)
    .join("");
  const { status } = await product.call("POST", `/${name}/_bulk?refresh=true`, lines);
  expect(status).toBe(200);
  return name;
}

journey("finds a document, edits it after seeing what changes, deletes it and puts it back", async (context) => {
  const { page, product, mode } = context;
  const name = await makeFilms(context);
  await signIn({ page, product, at: `/app/${name}/browse` });
  await page.getByRole("combobox", { name: "Field" }).selectOption("year");
  await page.getByRole("combobox", { name: "Operator" }).selectOption("below");
  await page.getByLabel("Value", { exact: true }).fill("1925");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("link", { name: "Remove the filter year below 1925" }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Metropolis" }).count()).toBe(0);
  await page.getByRole("link", { name: "Nosferatu", exact: true }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "title", exact: true }).waitFor();
  await page.getByRole("link", { name: "JSON", exact: true }).click();

  const typed = '{"title":"Nosferatu, a symphony","year":1922,"exact":9223372036854775807}';
  const editor = mode === "js" ? page.getByRole("textbox", { name: "Document" }) : page.getByLabel("Document");
  if (mode === "js") await page.locator(".cm-content").waitFor();
  await editor.fill(typed);
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByText("Nothing is saved yet").waitFor();
  await page.getByText("Nosferatu, a symphony").first().waitFor();
  await page.getByRole("button", { name: "Save document" }).click();
  await page.getByText(/^Document [^]+ saved\./).waitFor();
  await page
    .getByText(/9,?223,?372,?036,?854,?775,?807/)
    .first()
    .waitFor();

  await followMore(page, "Delete…");
  await page.getByRole("button", { name: "Delete document" }).click();
  await page.getByText("Document Nosferatu, a symphony deleted.").waitFor();
  expect((await product.call("GET", `/${name}/_doc/2`)).status).toBe(404);
  await page.getByRole("link", { name: "Undo…" }).click();
  await page.getByText("The document is still deleted.").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Restored document").waitFor();
  expect((await product.call("GET", `/${name}/_doc/2`)).status).toBe(200);
});

journey("shows what somebody else saved meanwhile, and asks", async (context) => {
  const { page, product, mode } = context;
  const name = await makeFilms(context);
  await signIn({ page, product, at: `/app/${name}/browse/${encodeURIComponent(odd)}/edit?as=json` });
  const editor = mode === "js" ? page.locator(".cm-content") : page.getByLabel("Document");
  await editor.fill('{"title":"Mine"}');
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("button", { name: "Save document" }).waitFor();
  await product.call("PUT", `/${name}/_doc/${encodeURIComponent(odd)}`, { title: "Theirs" });
  await page.getByRole("button", { name: "Save document" }).click();
  await page.getByRole("heading", { name: "Someone else changed this document" }).waitFor();
  await page.getByText("Theirs").filter({ visible: true }).first().waitFor();
  await page.getByRole("button", { name: "Overwrite their changes" }).click();
  await page.getByText(/^Document [^]+ saved\./).waitFor();
});

journey("deletes the rows that are ticked", async (context) => {
  const { page, product } = context;
  const name = await makeFilms(context);
  await signIn({ page, product, at: `/app/${name}/browse` });
  // The title is text on the page and nothing more.
  await page.getByText("<script>alert(1)</script>").waitFor();
  await page.getByLabel("Select Metropolis").check();
  await page.getByRole("button", { name: "Delete…", exact: true }).click();
  await page.getByRole("button", { name: "Delete 1 document" }).click();
  await page.getByText("1 document deleted.").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Metropolis" }).count()).toBe(0);
  await expect.poll(() => page.getByRole("link", { name: "Nosferatu", exact: true }).count()).toBe(1);
});

journey("joins filters with and, and with or", async (context) => {
  const { page, product } = context;
  const name = await makeFilms(context);
  await signIn({ page, product, at: `/app/${name}/browse?f=exists:title` });
  async function add(operator: string, value: string, join?: string) {
    await page.getByRole("combobox", { name: "Field" }).selectOption("year");
    await page.getByRole("combobox", { name: "Operator" }).selectOption({ label: operator });
    await page.getByLabel("Value", { exact: true }).fill(value);
    if (join !== undefined) await page.getByRole("combobox", { name: "Join" }).selectOption({ label: join });
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByRole("link", { name: `Remove the filter year ${operator} ${value}` }).waitFor();
  }
  const shown = (title: string) => page.getByRole("link", { name: title, exact: true });
  await add("is", "1922");
  await expect.poll(() => shown("Metropolis").count()).toBe(0);
  await add("is", "1927", "or with year is 1922");
  await shown("Metropolis").waitFor();
  await shown("Nosferatu").waitFor();
  await page.getByText("2 match the filters.").waitFor();
  await add("is not above", "1925", "and");
  await page.getByText("1 match the filters.").waitFor();
  await page.getByRole("link", { name: "Match any filter" }).click();
  await page.getByText("3 match the filters.").waitFor();
  expect(decodeURIComponent(new URL(page.url()).search)).toBe(
    "?f=exists:title&f=1.is:year:1922&f=1.is:year:1927&f=!above:year:1925&match=any",
  );
});

journey(
  "counts the values of a field, edits those with one of them after seeing what changes, and compares two",
  async (context) => {
    const { page, product } = context;
    const name = await makeFilms(context);
    await signIn({ page, product, at: `/app/${name}/browse` });
    await page.getByRole("link", { name: "Top values of year" }).first().click();
    await page.getByRole("link", { name: "1922", exact: true }).click();
    await page.getByRole("link", { name: "Remove the filter year is 1922" }).waitFor();
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("link", { name: "Update all 1 that match…" }).click();
    await page.getByRole("combobox", { name: "Operation" }).selectOption("append");
    await page.getByRole("combobox", { name: "Field" }).selectOption({ label: "New field…" });
    await page.getByLabel("Value or new name").fill("silent");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("Enter the name of the new field.").waitFor();
    await page.getByLabel("New field", { exact: true }).fill("tags");
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText('Append "silent" to tags').first().waitFor();
    expect((await product.call("GET", `/${name}/_doc/2`)).body).not.toMatchObject({ _source: { tags: ["silent"] } });
    await page.getByRole("button", { name: "Update 1 document" }).click();
    await page.getByText("1 document updated").first().waitFor();
    expect((await product.call("GET", `/${name}/_doc/2`)).body).toMatchObject({ _source: { tags: ["silent"] } });

    await page.goto(`/app/${name}/browse`);
    await page.getByRole("checkbox", { name: "Select Metropolis" }).check();
    await page.getByRole("checkbox", { name: "Select Nosferatu" }).check();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("heading", { name: "Compare documents" }).waitFor();
    await page.getByText('"year": 1927').first().waitFor();
  },
);
