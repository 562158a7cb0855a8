import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const journey = journeys(useSharedProduct());

journey(
  "creates a credential, uses it, tries a call, edits, rotates and deletes it",
  async ({ page, mode, product, own }) => {
    const index = `shop-${own}`;
    await product.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Metropolis", budget: 5 });
    await signIn({ page, product, at: `/app/${index}/credentials` });
    await page.getByText("No credential names this index").waitFor();
    await page.getByRole("link", { name: "Create credential" }).click();
    await page.getByRole("link", { name: "Search page", exact: true }).click();
    // The form before says the same.
    await page.waitForURL(/template=search-page/);
    await page.getByText(`Matches 1 index of`).waitFor();
    await page.getByLabel("Description").fill(`Film finder ${own}`);
    // With scripts a list is typed entry by entry.
    const list = (name: string) => page.getByRole(mode === "js" ? "combobox" : "textbox", { name });
    for (const part of [/^Where it may/, /^Fields/]) await page.locator("summary", { hasText: part }).click();
    await list("HTTP referers").fill("https://films.example/*");
    await page.getByLabel("Page to test").fill("https://films.example.evil.test/");
    await page.getByRole("checkbox", { name: /^search / }).check();
    await page.getByRole("checkbox", { name: /^reactivesearch / }).uncheck();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("fits none of the referers").waitFor();
    await list("Included fields").fill("title");
    await page.getByLabel("Search only included fields").check();
    await list("Excluded fields").fill("budget");
    await list("IP sources").fill("nowhere");
    await page.getByRole("button", { name: "Create credential" }).click();
    await page.getByText("A range is an address with a prefix").filter({ visible: true }).first().waitFor();
    if (mode === "js") await page.getByRole("button", { name: "Remove nowhere" }).click();
    else await list("IP sources").fill("0.0.0.0/0");
    await page.getByRole("button", { name: "Create credential" }).click();

    await page.getByText("API credential created.").waitFor();
    const name = (await page.locator("h1 + p code").textContent()) ?? "";
    const password = await page.locator("code.select-all").textContent();
    const call = async (secret: string | null, referer = "https://films.example/find") => {
      const headers = { Authorization: `Basic ${btoa(`${name}:${secret}`)}`, Referer: referer };
      const answer = await fetch(`${product.backendUrl}/${index}/_search`, { headers });
      return { status: answer.status, text: await answer.text() };
    };
    const found = await call(password);
    expect([found.status, found.text.includes("Metropolis"), found.text.includes("budget")]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await call(password, "https://evil.test/")).status).toBe(401);

    await page.getByLabel("Method").selectOption("GET");
    await page.getByLabel("Path").fill(`/${index}/_search`);
    // It begins with a call that the credential may make.
    expect(await page.getByLabel("Referer", { exact: true }).inputValue()).toBe("https://films.example/");
    await page.getByLabel("Referer", { exact: true }).fill("");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("Refused with 401").waitFor();
    await page.getByText("permission doesn't have required referers").waitFor();
    await page.getByLabel("Referer", { exact: true }).fill("https://films.example/find");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("Allowed", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Description").fill(`Film search ${own}`);
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByText("Nothing is saved yet").waitFor();
    await page.getByRole("button", { name: "Save API credential" }).click();
    await page.getByText(`API credential Film search ${own} saved.`).waitFor();
    await page.getByRole("heading", { name: `Film search ${own}` }).waitFor();

    await followMore(page, "Rotate password…");
    await page.getByLabel("The old password stays valid for").selectOption("10 minutes");
    await page.getByRole("button", { name: "Rotate password" }).click();
    await page.getByText("Password rotated.").waitFor();
    const fresh = await page.locator("code.select-all").textContent();
    expect(fresh).not.toBe(password);
    await page.reload();
    await page.getByRole("button", { name: "Show password" }).waitFor();
    expect(await page.content()).not.toContain(fresh);
    await page.getByRole("button", { name: "Show password" }).click();
    await page.getByText(fresh ?? "?", { exact: true }).waitFor();

    // In the list too: in its row with scripts, on its page without.
    await page.goto(`${product.url}/app/${index}/credentials`);
    expect(await page.content()).not.toContain(fresh);
    await page.getByLabel(`Actions for Film search ${own}`).click();
    await page.getByRole("button", { name: "Show password" }).click();
    await page.getByText(fresh ?? "?", { exact: true }).waitFor();
    await page.goto(`${product.url}/app/${index}/credentials/${name}`);
    expect([(await call(password)).status, (await call(fresh)).status]).toEqual([200, 200]);

    // The log is written a moment after a call.
    await expect
      .poll(async () => JSON.stringify((await product.call("GET", "/_logs/callers")).body), { timeout: 20_000 })
      .toContain(name);
    await followMore(page, "Delete…");
    await page.getByText(/Last used/).waitFor();
    await page.getByRole("button", { name: "Delete API credential" }).click();
    await page.getByText(`API credential Film search ${own} deleted.`).waitFor();
    expect((await call(fresh)).status).toBe(401);
  },
);
