import { expect, test } from "vitest";
import { refusedData } from "../../../../server/http/page-data";
import { hydrated } from "../../support/hydrated";
import { journeys, useSharedProduct, withPage } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const getProduct = useSharedProduct();
const journey = journeys(getProduct);

journey("tells by the server's own sentence that a form is too large", async ({ page, product, own, mode }) => {
  await signIn({ page, product, at: "/cluster/create-index" });
  await page.getByLabel("Name", { exact: true }).fill(`large-${own}`);
  await page.locator("summary", { hasText: "Advanced" }).click();
  const area = page.locator("textarea[name=mappings]");
  const large = `{ "_meta": { "a": "${"a".repeat(9 * 1024 ** 2)}" } }`;
  if (mode === "js") {
    // What the editor over it writes there, without the minute that it takes to type so much.
    await page.locator(".cm-content[aria-label^='Mappings']").waitFor();
    await area.evaluate((element: HTMLTextAreaElement, text) => (element.value = text), large);
  } else await area.fill(large);
  await page.getByRole("button", { name: "Create index" }).click();
  await page.getByText("This request is larger than 8 MB, the limit. Nothing was changed.").waitFor();
  expect((await product.call("GET", `/large-${own}`)).status).toBe(404);
});

test("shows the page of a refusal where scripts ask for a page, which is there when it is loaded again", async () => {
  const product = getProduct();
  await withPage({ product, mode: "js" }, async (page) => {
    await signIn({ page, product, at: "/cluster" });
    await hydrated(page);
    const refusal = {
      title: "Busy",
      text: "Too many people use the console just now for one more of these. Try again in a moment.",
    };
    await page.route("**/cluster/create-index", (route) =>
      route.fulfill({ status: 503, contentType: "text/html", body: `<h1>${refusal.title}</h1><p>${refusal.text}</p>` }),
    );
    await page.route("**/cluster/create-index.data*", async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const body = await refusedData({
        method: "GET",
        target: `${pathname}${search}`,
        status: 503,
        text: refusal.text,
      });
      await route.fulfill({ status: 503, contentType: "text/x-script", body });
    });
    await page.getByRole("link", { name: "Create index" }).first().click();
    await page.getByRole("heading", { name: refusal.title }).waitFor();
    await page.getByText(refusal.text).waitFor();
    await page.unrouteAll();
    await page.reload();
    await page.getByRole("heading", { name: "Create index" }).waitFor();
  });
});
