import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { expect } from "vitest";
import { journeys, useProduct, withPage } from "../../support/journey";
import { open, sessionCookie, signIn } from "../../support/sign-in";

const journey = journeys(useProduct());

journey("sets a public key, gives a credential a role, and tells what a token gets", async ({ page, product, own }) => {
  const [index, role] = [`roles-${own}`, `shopfront-${own}`];
  await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Metropolis" });
  await product.call("POST", "/_permission", { description: `Shop ${own}`, ops: ["read"], indices: [index] });
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = (key: typeof publicKey) =>
    key.export({ type: key.type === "public" ? "spki" : "pkcs8", format: "pem" }).toString();

  await signIn({ page, product, at: "/cluster/role-based-access" });
  await page.getByLabel("Public key (PEM)").fill(pem(privateKey));
  await page.getByRole("button", { name: "Save key" }).click();
  await page.getByText("This is a private key.").filter({ visible: true }).first().waitFor();
  await page.getByLabel("Public key (PEM)").fill(pem(publicKey));
  await page.getByLabel("Role claim").fill("shop_role");
  await page.getByRole("button", { name: "Save key" }).click();
  await page.getByText("Public key saved.").waitFor();
  await page.getByText("RSA, 2048 bits").waitFor();
  await page.getByLabel(`Role of Shop ${own}`, { exact: true }).fill(role);
  await page.getByRole("button", { name: "Save roles" }).click();
  await page.getByText(`Role “${role}” saved.`).waitFor();

  const sign = (claims: Record<string, string>, expires = "5m") =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).setIssuedAt().setExpirationTime(expires).sign(privateKey);
  const check = async (token: string) => {
    await page.getByRole("textbox", { name: "Token" }).fill(token);
    await page.getByRole("button", { name: "Check", exact: true }).click();
  };
  const token = await sign({ shop_role: role });
  await page.getByRole("link", { name: "Check a token" }).click();
  await check(token);
  await page.getByRole("heading", { name: "The token is accepted" }).waitFor();
  await page.getByRole("link", { name: `Shop ${own}` }).waitFor();
  expect(page.url()).not.toContain(token);
  // And so it is: what the credential reads, and nothing else.
  const call = async (method: string, path: string) =>
    (
      await fetch(`${product.backendUrl}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: method === "PUT" ? "{}" : null,
      })
    ).status;
  expect([
    await call("GET", `/${index}/_search`),
    await call("PUT", `/${index}/_doc/2`),
    await call("GET", "/_cat/indices"),
  ]).toEqual([200, 401, 401]);
  await check(await sign({ shop_role: "nobody" }));
  await page.getByText("No credential has the role “nobody”.").waitFor();
  await check(await sign({ shop_role: role }, "-1m"));
  await page.getByRole("heading", { name: "The token is refused" }).waitFor();
  await page
    .getByText(/^No Expired|Expired/)
    .first()
    .waitFor();
});

journey("ends one sign-in, then all others, and goes on itself", async ({ page, mode, product, own }) => {
  const username = `signs-${own}`;
  const person = { ...product, username, password: "a-quiet-owl-at-night" };
  await product.call("POST", "/_user", {
    username,
    password: person.password,
    allowed_actions: ["develop"],
    indices: ["*"],
  });
  await signIn({ page, product: person, at: "/account/sign-ins" });
  await withPage({ product, mode }, async (other) => {
    await signIn({ page: other, product: person, at: "/account/sign-ins" });
    await page.reload();
    await page.getByRole("button", { name: /^End the sign-in of/ }).click();
    await page.getByRole("button", { name: "End all others" }).waitFor({ state: "detached" });
    await other.reload();
    await other.getByRole("button", { name: "Sign in" }).waitFor();
  });
  const cookies = [await sessionCookie(person), await sessionCookie(person)];
  const statuses = () =>
    Promise.all(cookies.map(async (cookie) => (await open({ product, path: "/account/sign-ins", cookie })).status));
  expect(await statuses()).toEqual([200, 200]);
  await page.reload();
  await page.getByRole("button", { name: "End all others" }).click();
  await page.getByRole("button", { name: "End all others" }).waitFor({ state: "detached" });
  expect(await statuses()).toEqual([302, 302]);
  await page.reload();
  await page.getByText("This browser").waitFor();
});

journey("changes how often nodes read each other, and undoes it", async ({ page, mode, product }) => {
  const [before, after] = mode === "js" ? ["60", "90"] : ["90", "120"];
  await product.call("PUT", "/_sync/preferences", { interval: Number(before) });
  await signIn({ page, product, at: "/cluster/sync-preferences" });
  expect(await page.getByLabel("Interval in seconds").inputValue()).toBe(before);
  await page.getByLabel("Interval in seconds").fill(after);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(`Nodes read each other's changes every ${after} seconds.`).waitFor();
  expect((await product.call("GET", "/_sync/preferences")).body).toEqual({ interval: Number(after) });
  await page.getByRole("link", { name: "Undo" }).click();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect
    .poll(async () => (await product.call("GET", "/_sync/preferences")).body)
    .toEqual({ interval: Number(before) });
});
