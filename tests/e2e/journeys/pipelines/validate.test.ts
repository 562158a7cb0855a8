import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

const script = (body: string) => `function handleRequest() { ${body} return { request: context.request }; }`;

journey(
  "runs a sample through a draft, sees the stage that changes its words, makes the draft live and takes that back",
  async ({ page, product, mode, own }) => {
    const id = `shoes-${own}`;
    const content = `id: ${id}
routes:
  - path: /${id}/_reactivesearch.shop
    method: POST
    classify: { category: reactivesearch }
envs: { index: [${id}] }
stages:
  - use: authorization
  - id: words
    scriptRef: words.js
  - use: reactivesearchQuery
  - id: fetch
    use: elasticsearchQuery
`;
    const sent = (body: string) => ({
      content,
      extension: "yaml",
      scripts: { "words.js": { content: script(body), extension: "js" } },
    });
    await product.call("PUT", `/${id}/_doc/1?refresh=true`, { title: "red shoes" });
    await product.call("POST", "/_pipeline", sent(""));
    const draft = sent(`context.request.body = context.request.body.replace("boots", "shoes");`);
    await product.call("POST", `/_pipeline/${id}/version`, draft);

    await signIn({ page, product, at: `/cluster/pipelines/${id}/versions` });
    await page.getByRole("link", { name: "Version 2", exact: true }).waitFor();
    await page.getByRole("link", { name: "Validate", exact: true }).click();
    await page.getByRole("heading", { name: "Sample request" }).waitFor();
    const body = mode === "js" ? page.locator(".cm-content").first() : page.getByLabel("Body");
    await body.waitFor();
    await body.fill('{"query":[{"id":"search","dataField":["title"],"value":"boots"}]}');
    await page.getByRole("button", { name: "Run version 2" }).click();

    await page.getByText("Other hits").waitFor();
    await page.getByText("0 hits", { exact: true }).waitFor();
    await page.getByText("1 hit", { exact: true }).waitFor();
    await page.getByText(/\d of 4 stages/).waitFor();
    await page.locator("summary", { hasText: "words" }).filter({ hasText: "request.body" }).click();
    await page.getByText('"value": "shoes"').filter({ visible: true }).first().waitFor();

    await page.getByRole("link", { name: "Review and make live" }).click();
    await page.getByRole("button", { name: "Make version 2 live" }).click();
    await page.getByText(`Version 2 of ${id} is live.`).waitFor();
    const live = async () => (await product.call("GET", `/_pipeline/${id}`)).body;
    expect(await live()).toMatchObject({ _version: 2 });
    await page.getByRole("link", { name: "Undo…" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(live).toMatchObject({ _version: 1 });
  },
);
