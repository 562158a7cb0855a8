import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey("calls a pipeline whose stage fails, and reads in its run why", async ({ page, product, own }) => {
  const id = `ratings-${own}`;
  const content = JSON.stringify({
    id,
    description: `Ratings ${own}`,
    routes: [{ path: `/${id}`, method: "POST", classify: { category: "reactivesearch" }, recordLogs: true }],
    stages: [
      { id: "auth", use: "authorization" },
      { id: "ratings", use: "httpRequest", inputs: { url: "https://ratings.example.test/votes" } },
      { id: "answer", script: "function handleRequest() { return { response: { code: 200, body: '{}' } } }" },
    ],
  });
  expect((await product.call("POST", "/_pipeline", { content, extension: "json" })).status).toBe(201);

  await signIn({ page, product, at: `/cluster/pipelines/${id}/logs` });
  await page.getByText("No runs yet").waitFor();
  const search = { query: [{ id: "s", dataField: ["title"], value: "night train" }] };
  expect((await product.call("POST", `/${id}`, search)).status).toBe(200);
  await page.getByRole("link", { name: "Refresh" }).click();
  await page.getByText("“night train”").waitFor();
  await page.getByRole("navigation", { name: "Runs" }).getByRole("link", { name: "Error" }).click();
  await page.getByText("No run matches").waitFor();
  await page.getByRole("navigation", { name: "Runs" }).getByRole("link", { name: "All" }).click();
  await page
    .getByRole("row")
    .getByRole("link", { name: `/${id}` })
    .click();

  await page.getByText("1 stage failed").waitFor();
  await page
    .getByText(/fetch of .* is not allowed/)
    .first()
    .waitFor();
  await page.getByText("continueOnError is true, so the run went on.").waitFor();
  await page.locator("summary").filter({ hasText: "answer" }).click();
  await page.getByRole("region", { name: "response.body" }).waitFor();
  await page.getByRole("link", { name: "Request", exact: true }).click();
  await page.getByText("Request body").waitFor();
  await page.getByRole("link", { name: "Context", exact: true }).click();
  await page.getByText("What there was behind the last stage.").waitFor();
  const replay = await page.getByRole("link", { name: "Replay" }).getAttribute("href");
  expect(replay).toMatch(new RegExp(`^/cluster/pipelines/${id}/validate\\?log=`));
  await page.getByRole("navigation", { name: "List" }).getByRole("link", { name: "Logs" }).click();
  await page.getByText("“night train”").waitFor();
});
