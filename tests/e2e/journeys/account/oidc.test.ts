import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealProvider, startProvider } from "../../../setup/oidc/real-provider";
import { getBrowser } from "../../support/browser";
import { hydrated } from "../../support/hydrated";
import { type Product, startProduct } from "../../support/product";
import { watchPage } from "../../support/watch-page";

// Sign-in at a provider of another origin: the browser's own rules for cookies, forms and the policy decide, so only a
// browser can tell that it works.

const people = {
  alice: { email: "alice@example.org", email_verified: true },
  bob: { email: "bob@elsewhere.org", email_verified: true },
};

let provider: RealProvider;
let product: Product;
let browser: Browser;

/** A port that is free now: the provider must know the console's address, and the console the provider's. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  // Another host by its name, so that it is another site to the browser too.
  provider = await startProvider({ origin: `http://127.0.0.1:${port}`, people, host: "localhost" });
  const file = join(await mkdtemp(join(tmpdir(), "searchdeck-oidc-")), "users.json");
  await writeFile(file, JSON.stringify([{ claim: "alice@example.org", username: "admin", password: "e2e-Passw0rd" }]));
  const { issuer, clientId, clientSecret } = provider;
  const env = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_USERS: file,
    OIDC_LABEL: "Sign in with Example ID",
  };
  product = await startProduct({ env: { PORT: String(port), SUPPORT_CONTACT: "search-team@example.org", ...env } });
  browser = await getBrowser();
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await provider?.close();
});

describe.each(["js", "nojs"] as const)("%s", (mode) => {
  async function journey(run: (page: Page) => Promise<void>) {
    const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: mode === "js" });
    context.setDefaultTimeout(30_000);
    const complaints = watchPage({ context, own: product.url });
    const page = await context.newPage();
    await run(page);
    expect(complaints.filter(({ what }) => !what.startsWith(`elsewhere: ${provider.issuer}/`))).toEqual([]);
    await context.close();
  }

  async function signIn(page: Page, { at = "/login", name }: { at?: string; name: string }) {
    await page.goto(at);
    if (mode === "js") await hydrated(page);
    await page.getByRole("button", { name: "Sign in with Example ID" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Go on" }).click();
  }

  test(
    "signs in at the provider, works as the mapped user, and signs out there too",
    { timeout: 120_000 },
    async () => {
      await journey(async (page) => {
        await signIn(page, { at: "/cluster?sort=-documents", name: "alice" });
        await expect.poll(() => page.url()).toBe(`${product.url}/cluster?sort=-documents`);
        await page.getByLabel("Account of alice@example.org").click();
        await page.getByText("alice@example.org (as admin) at").waitFor();
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByRole("button", { name: "Sign out of Example ID" }).click();
        await page.getByText("You are signed out.").waitFor();
        expect(new URL(page.url()).pathname).toBe("/login");
        // Nobody is left at the provider either: it asks for a name again.
        await page.getByRole("button", { name: "Sign in with Example ID" }).click();
        await page.getByLabel("Name").waitFor();
      });
    },
  );

  test("tells who is not in the file, and who can help", { timeout: 120_000 }, async () => {
    await journey(async (page) => {
      await signIn(page, { name: "bob" });
      await page.getByRole("heading", { name: "No access" }).waitFor();
      await page.getByText("search-team@example.org").waitFor();
      await page.getByRole("button", { name: /^Sign out at localhost/ }).click();
      await page.getByRole("button", { name: "Sign out of Example ID" }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe("/login");
    });
  });

  test("says that a sign-in was refused there, and leaves the one by password", { timeout: 120_000 }, async () => {
    await journey(async (page) => {
      await page.goto("/login");
      if (mode === "js") await hydrated(page);
      await page.getByRole("button", { name: "Sign in with Example ID" }).click();
      await page.getByRole("button", { name: "Refuse" }).click();
      await page.getByText("was refused or given up there").waitFor();
      expect(new URL(page.url()).search).toBe("");
      if (mode === "js") await hydrated(page);
      await page.getByLabel("User name").fill(product.username);
      await page.getByLabel("Password").fill(product.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("heading", { name: "Cluster overview" }).waitFor();
    });
  });
});
