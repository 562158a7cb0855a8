import { expect } from "vitest";
import { journeys, useProduct, withPage } from "../../support/journey";
import { followMore } from "../../support/more";
import { signIn } from "../../support/sign-in";

const journey = journeys(useProduct());

journey(
  "creates a user, views the console as that user, edits, changes the password and deletes",
  async ({ page, product, mode, own }) => {
    const [mine, other, username] = [`mine-${own}`, `other-${own}`, `nils ${own}`];
    for (const index of [mine, `${mine}-2026`, other]) await product.call("PUT", `/${index}`);
    await signIn({ page, product, at: "/cluster/user-management" });
    await page.getByRole("link", { name: "Create user" }).click();
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("E-mail").fill("nils@example.org");
    await page.getByRole("checkbox", { name: /^Develop/ }).check();
    await page.getByLabel("Names and patterns").fill(mine);
    if (mode === "js") await page.getByLabel("Names and patterns").press("Enter");
    if (mode === "nojs") await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByText(`Matches 2 indices now: ${mine}, ${mine}-2026.`).waitFor();
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Create user" }).click();
    await page.getByText("Too short: use at least 10 characters.").filter({ visible: true }).first().waitFor();
    await page.getByRole("button", { name: "Generate password" }).click();
    await page.getByText("Copy it now: it is not shown again.").waitFor();
    const password = await page.getByLabel("Password").inputValue();
    expect(password).toMatch(/^\w{20}$/);
    expect(await page.getByLabel("E-mail").inputValue()).toBe("nils@example.org");
    await page.getByRole("button", { name: "Create user" }).click();
    await page.getByText(`User ${username} created.`).waitFor();
    expect(page.url()).not.toContain(password);
    expect((await product.call("GET", `/_user/${encodeURIComponent(username)}`)).body).toMatchObject({
      allowed_actions: ["develop"],
      indices: [mine],
    });

    // An existing name is refused, not overwritten.
    await page.goto("/cluster/user-management/new");
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password").fill("a-quiet-owl-at-night");
    await page.getByRole("checkbox", { name: "Admin" }).check();
    await page.getByRole("button", { name: "Create user" }).click();
    await page.getByText(`There is a user ${username} already`).filter({ visible: true }).first().waitFor();

    await withPage({ product, mode }, async (theirs) => {
      await signIn({ page: theirs, product: { ...product, username, password }, at: "/indices" });
      await theirs.getByRole("link", { name: mine, exact: true }).first().waitFor();
      expect(await theirs.getByText(other).count()).toBe(0);

      await page.goto(`/cluster/user-management?q=${encodeURIComponent(username)}`);
      await page.getByRole("link", { name: username, exact: true }).click();
      await followMore(page, "View as…");
      await page.getByRole("button", { name: "View as this user" }).click();
      await page.getByText(`Viewing as ${username}.`).waitFor();
      await page.goto("/indices");
      await page.getByText(`Viewing as ${username}.`).waitFor();
      expect(await page.getByText(other).count()).toBe(0);
      await page.getByRole("button", { name: "End the view" }).click();
      await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();

      await page.goto(`/cluster/user-management/${encodeURIComponent(username)}`);
      await page.getByRole("link", { name: "Edit", exact: true }).click();
      await page.getByLabel("Names and patterns").fill(mode === "js" ? other : `${mine}\n${other}`);
      if (mode === "js") await page.getByLabel("Names and patterns").press("Enter");
      await page.getByRole("button", { name: "Review changes" }).click();
      await page.getByText("Nothing is saved yet").waitFor();
      await page.getByRole("button", { name: "Save user" }).click();
      await page.getByText(`User ${username} saved.`).waitFor();
      expect((await product.call("GET", `/_user/${encodeURIComponent(username)}`)).body).toMatchObject({
        indices: [mine, other],
      });

      await followMore(page, "Change password");
      await page.getByLabel("Password").fill("another-quiet-owl-at-night");
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByText(`Password of ${username} changed. Ended 1 sign-in.`).waitFor();
      await theirs.goto("/account/sign-ins");
      await theirs.getByRole("button", { name: "Sign in" }).waitFor();
    });

    await followMore(page, "Delete…");
    await page.getByLabel(`Type ${username} to confirm`).fill(username);
    await page.getByRole("button", { name: "Delete user" }).click();
    await page.getByText(`User ${username} deleted.`).waitFor();
    expect((await product.call("GET", `/_user/${encodeURIComponent(username)}`)).status).toBe(404);
  },
);
