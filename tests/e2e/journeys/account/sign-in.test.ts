import { expect } from "vitest";
import { journeys, useProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { visit } from "../../support/visit";

const journey = journeys(useProduct());

journey("signs in, lands on the cluster overview, signs out", async ({ page, product }) => {
  await signIn({ page, product });
  await expect.poll(() => new URL(page.url()).pathname).toBe("/cluster");
  await page.getByRole("heading", { name: "Cluster overview" }).waitFor();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);

  await visit(page, "/logout");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("You are signed out.").waitFor();
  await visit(page, "/cluster");
  expect(new URL(page.url()).pathname).toBe("/login");
});

journey("keeps a deep link over the sign-in, its query too", async ({ page, product }) => {
  await signIn({ page, product, at: "/cluster?sort=-documents" });
  await expect.poll(() => page.url()).toBe(`${product.url}/cluster?sort=-documents`);
});

journey("says so when the password is wrong, and keeps the user name", async ({ page, mode }) => {
  await visit(page, "/login");
  await page.getByLabel("User name").fill("somebody");
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page
    .getByText(/wrong user name or password/i)
    .filter({ visible: true })
    .first()
    .waitFor();
  await expect.poll(() => page.getByLabel("User name").inputValue()).toBe("somebody");
  // With scripts the page was not left, so the field is as the user left it; the server never sends a password back.
  if (mode === "nojs") await expect.poll(() => page.getByLabel("Password").inputValue()).toBe("");
});

journey("refuses a server that is not allowed, and says how to allow it", async ({ page, product }) => {
  await visit(page, "/login");
  await page.getByLabel("Server address").fill("http://192.0.2.1:9200");
  await page.getByLabel("User name").fill(product.username);
  await page.getByLabel("Password").fill(product.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("ALLOWED_CLUSTER_URLS").filter({ visible: true }).first().waitFor();
});

journey("does not sign out by a link", async ({ page, product }) => {
  await signIn({ page, product });
  await visit(page, "/logout");
  await visit(page, "/cluster");
  expect(new URL(page.url()).pathname).toBe("/cluster");
});
