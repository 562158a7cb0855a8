import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";
import { journeys, useSharedProduct } from "../../support/journey";
import { signIn } from "../../support/sign-in";
import { countTask } from "../../support/task";

const journey = journeys(useSharedProduct());
const FIRST_MINUTE = 60_000;
const FILMS = `title,plot,genre\n${Array.from({ length: 12 }, (_, at) => `Harbour Night ${at},"A ship waits in the fog for the one who left it, chapter ${at}",${at % 2 === 0 ? "Drama" : "Crime"}`).join("\n")}\nThe Lantern,"A keeper reads by one light",Drama\n`;

journey("from a file to a search box: import, copy the snippet, run it", async ({ page, product, own }) => {
  const index = `task-film-${own}`;
  await signIn({ page, product, at: `/app/${index}/import` });
  const begun = Date.now();
  const task = countTask(page);
  await task.file(page.getByLabel("File", { exact: true }), "films.csv", FILMS);
  await task.click(page.getByRole("button", { name: "Upload file" }));
  await task.click(page.getByRole("button", { name: "Start import" }));
  const ready = page.getByRole("region", { name: "Ready to search" });
  await ready.waitFor();
  expect(await ready.getByRole("listitem").count()).toBe(3);
  await ready.getByText("Replace NAME:PASSWORD with a read-only credential.").waitFor();
  await task.click(ready.getByRole("link", { name: "Create credential" }));
  await task.click(page.getByRole("button", { name: "Create credential" }));
  const snippet = page.locator("details[name=snippets][open] .code");
  const { stdout } = await promisify(execFile)("bash", ["-c", `${await snippet.innerText()} -s`]);
  expect(stdout).toContain("Harbour Night");
  expect(Date.now() - begun).toBeLessThan(FIRST_MINUTE);
  task.within({ clicks: 4, pages: 4, fields: 1 });
});
