import { afterAll, expect } from "vitest";
import { playServer, searchServer, type Seen } from "../../../setup/console";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";

// A server with billing cannot run here: it asks an account service elsewhere. This one keeps its plan as such a
// service would.

const DAY = 86_400;
const first = {
  tier: "arc-basic",
  billing_type: "arc",
  time_validity: -2 * DAY,
  tier_validity: 1_767_225_600,
  node_count: 1,
  subscription_id: "sub_1",
};
let plan: Record<string, unknown> = first;
const sent: string[] = [];

let shares: Record<string, unknown>[] = [];

function answerShare({ method, path }: Seen, said: Record<string, unknown>) {
  if (method === "POST") shares.push(said);
  if (method === "DELETE")
    shares = shares.filter(({ email }) => path !== `/app/books/share/${encodeURIComponent(String(email))}`);
  return { body: method === "GET" ? shares : { message: "ok" } };
}

function answer(seen: Seen) {
  const said = seen.body === "" ? {} : (JSON.parse(seen.body) as Record<string, unknown>);
  const call = `${seen.method} ${seen.path}`;
  if (seen.method !== "GET" && seen.path.startsWith("/arc/")) sent.push(call);
  if (call === "POST /arc/subscription")
    plan = { ...plan, tier: said["plan"], time_validity: 30 * DAY, subscription_canceled: false };
  if (call === "DELETE /arc/subscription") plan = { ...plan, subscription_canceled: true };
  if (call === "POST /arc/metadata") plan = { ...plan, metadata: said };
  if (seen.path.startsWith("/arc/") && seen.method !== "GET") return { body: { message: "ok" } };
  if (seen.path.startsWith("/app/books/share")) return answerShare(seen, said);
  const none = { body: [] };
  return searchServer({
    "/_permissions": none,
    "/books/_permissions": none,
    "/_user": { body: { username: "mira", is_admin: true } },
    "/arc/plan": { body: plan },
  })(seen);
}

const server = await playServer(answer);
afterAll(() => server.close());

const paying = journeys(useProduct({ env: { SEARCH_URL: server.url } }));

paying(
  "subscribes after the plan has expired, tells how the server is used, and cancels",
  async ({ page, product }) => {
    plan = first;
    sent.length = 0;
    await signIn({ page, product: { ...product, username: "mira", password: "right" }, at: "/cluster/billing" });
    await page.getByText("Payment is required.").waitFor();
    await page.getByText("None, the plan has expired").waitFor();
    await page.getByRole("link", { name: "Change plan" }).click();
    await page.getByLabel("Plan", { exact: true }).selectOption("arc-enterprise");
    await page.getByLabel("Payment token").fill("no token <");
    await page.getByRole("button", { name: "Change plan" }).click();
    await page
      .getByText("A payment token has letters, digits, and underscores only.")
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(sent).toEqual([]);
    await page.getByLabel("Payment token").fill("tok_1");
    await page.getByRole("button", { name: "Change plan" }).click();
    await page.getByText("Subscribed. A payment can take up to 1 hour to reflect.").waitFor();
    await page.getByText("30 days", { exact: true }).waitFor();
    await page.getByText("$499 per month, $0.69 per hour", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Add usage details" }).click();
    await page.getByLabel("Company").fill("Films Ltd");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Usage details saved.").waitFor();
    await page.getByText("Films Ltd").waitFor();

    await page.getByRole("link", { name: "Change payment method" }).click();
    await page.getByLabel("Payment token").fill("tok_2");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Payment method saved.").waitFor();

    await page.getByRole("link", { name: "Cancel subscription" }).click();
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    await page.getByText("Subscription cancelled.").waitFor();
    await page.getByText("Cancelled: it ends with the time that is paid").waitFor();
    expect(await page.getByRole("link", { name: "Cancel subscription" }).count()).toBe(0);
    expect(sent).toEqual([
      "POST /arc/subscription",
      "POST /arc/metadata",
      "PUT /arc/payment",
      "DELETE /arc/subscription",
    ]);

    await page.goto("/app/books/billing");
    await page.getByText("Self-hosted, enterprise").first().waitFor();
    await page.goto("/billing");
    await page.getByRole("table").waitFor();
    await page.getByRole("link", { name: "Billing", exact: true }).click();
    await page.getByRole("heading", { name: "Billing", level: 1 }).waitFor();
  },
);

paying("shares an index with another account, and ends it", async ({ page, product, own }) => {
  plan = { ...first, time_validity: 30 * DAY };
  const email = `max-${own}@example.org`;
  await signIn({ page, product: { ...product, username: "mira", password: "right" }, at: "/app/books/credentials" });
  await page.getByRole("link", { name: "Shares" }).click();
  await page.waitForURL(/shares$/);
  // The plan of before is known for some seconds more.
  const share = page.getByRole("link", { name: "Share index" });
  const again = async () => {
    await page.reload();
    return share.count();
  };
  await expect.poll(again, { timeout: 20_000, interval: 500 }).toBe(1);
  await share.click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Access").selectOption("both");
  await page.getByRole("button", { name: "Share index" }).click();
  await page.getByText(`Index books shared with ${email}.`).waitFor();
  await page.getByText("Read and write").filter({ visible: true }).first().waitFor();
  await page.getByRole("link", { name: "End…" }).click();
  await page.getByRole("button", { name: "End share" }).click();
  await page.getByText(`Index books is no longer shared with ${email}.`).waitFor();
  await page.getByText("Not shared yet").waitFor();
});

const showing = journeys(useProduct({ env: { DEMO_TIER: "2021-starter", DEMO_BACKEND: "solr" } }));

showing("shows a plan and an engine that the server has not, marked on every page", async ({ page, product }) => {
  const mark = page.getByText("This console shows the 2021-starter plan, a server on Solr.");
  await page.goto("/login");
  await mark.waitFor();
  await signIn({ page, product, at: "/cluster/billing" });
  await mark.waitFor();
  await page.getByText("A demo plan of this console").waitFor();
  expect(await page.getByRole("link", { name: /Subscribe|Change plan/ }).count()).toBe(0);
  const menu = page.getByRole("navigation", { name: "Sections" });
  expect(await menu.getByText("Data", { exact: true }).count()).toBe(0);

  await page.goto("/cluster/browse");
  await page.getByRole("heading", { name: "Browse is not available on servers that run on Solr." }).waitFor();
  await mark.waitFor();
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.getByRole("heading", { name: "Pipelines", level: 1 }).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await mark.isVisible()).toBe(true);
});
