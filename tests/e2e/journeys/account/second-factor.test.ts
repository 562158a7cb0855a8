import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { codeOf } from "../../../setup/second-factor";
import { axeViolations } from "../../support/axe";
import { journeys, type Mode, useProduct, withPage } from "../../support/journey";
import { followMore } from "../../support/more";
import type { Product } from "../../support/product";
import { signIn } from "../../support/sign-in";

const journey = journeys(useProduct());

const RULES = { type: "tag" as const, values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
type Who = { username: string; password: string };

/** Axe runs where scripts do; the page is the same without. */
async function requireAccessible(page: Page, mode: Mode): Promise<void> {
  if (mode === "js") expect(await axeViolations({ page, runOnly: RULES })).toEqual([]);
}

/** Name and password, as far as the page that asks for the code. */
async function giveName(page: Page, { username, password }: Who, at: string): Promise<void> {
  await page.goto(at);
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto("/logout");
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await page.getByText("You are signed out.").waitFor();
}

/** Sets the factor up on the pages of the account; gives the key and the recovery codes. */
async function setUp({
  page,
  mode,
  username,
}: {
  page: Page;
  mode: Mode;
  username: string;
}): Promise<{ secret: string; codes: string[] }> {
  await page.goto("/account/second-factor");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code of the secret" }).waitFor();
  await requireAccessible(page, mode);
  const secret = (await page.locator("main code").first().innerText()).replace(/\s/g, "");
  expect(await page.getByRole("link", { name: "open it in the app" }).getAttribute("href")).toContain(
    `secret=${secret}`,
  );
  await page.getByRole("textbox", { name: "Code" }).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("This code is not right").filter({ visible: true }).first().waitFor();
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret, -1));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  await requireAccessible(page, mode);
  const codes = await page.locator("main li").allInnerTexts();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as text" }).click(),
  ]);
  const file = await text(await download.createReadStream());
  for (const part of [username, ...codes]) expect(file).toContain(part);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await page.getByText("Recovery codes left").waitFor();
  // They were shown once.
  await page.goto("/account/second-factor/codes");
  await page.getByText("Recovery codes left").waitFor();
  return { secret, codes };
}

async function resetByAdmin(page: Page, { product, username }: { product: Product; username: string }): Promise<void> {
  await signIn({ page, product, at: `/cluster/user-management?q=${username}` });
  await page
    .getByRole("row", { name: new RegExp(username) })
    .getByText("Second factor")
    .waitFor();
  await page.goto(`/cluster/user-management/${username}`);
  await followMore(page, "Reset second factor…");
  await page.getByLabel(`Type ${username} to confirm`).fill(username);
  await page.getByRole("button", { name: "Reset second factor" }).click();
  await page.getByText(`Second factor of ${username} reset.`).waitFor();
}

journey(
  "sets a second factor up, signs in by code and by recovery code, and gets it reset",
  async ({ page, product, mode, own }) => {
    const who = { username: `factor-${own}`, password: "a-quiet-owl-at-night" };
    await product.call("POST", "/_user", {
      ...who,
      allowed_actions: ["develop"],
      indices: ["*"],
      email: "f@example.org",
    });
    await signIn({ page, product: { ...product, ...who } });
    const { secret, codes } = await setUp({ page, mode, username: who.username });

    await signOut(page);
    await giveName(page, who, "/cluster/jobs");
    await requireAccessible(page, mode);
    const field = page.getByRole("textbox", { name: "Code" });
    expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
    expect(await field.getAttribute("inputmode")).toBe("numeric");
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("sd_session");
    await field.fill("000000");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This code is not right").filter({ visible: true }).first().waitFor();
    // The page does not hold what was typed; with scripts the field still does.
    if (mode === "nojs") expect(await field.inputValue()).toBe("");
    await field.fill(codeOf(secret));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();

    await signOut(page);
    await giveName(page, who, "/login");
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation").first().waitFor();
    await page.goto("/account/second-factor");
    await page.getByText("9", { exact: true }).waitFor();

    await withPage({ product, mode }, (admins) => resetByAdmin(admins, { product, username: who.username }));
    await signOut(page);
    await signIn({ page, product: { ...product, ...who } });
  },
);
