import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { REACT_PACKAGES } from "~/lib/search-relevance/snippets/react.server";
import { searchSnippets } from "~/lib/search-relevance/snippets/snippets.server";
import { serveFiles } from "../e2e/support/serve-files";
import { visit } from "../e2e/support/visit";
import { enginesToTry } from "./site";
import { openStage } from "./stage";

// The files of the React snippet as copied, made by the command of its own package.json, on another site.

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = join(here, "node_modules/.cache/snippet");
afterAll(() => rm(folder, { recursive: true, force: true }));

const PackageSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

test("the snippet names the versions that are tried here", () => {
  const { dependencies } = PackageSchema.parse(JSON.parse(readFileSync(join(here, "package.json"), "utf8")));
  expect(dependencies).toMatchObject(REACT_PACKAGES.dependencies);
  const esbuild: unknown = JSON.parse(readFileSync(join(here, "../../node_modules/esbuild/package.json"), "utf8"));
  expect(esbuild).toMatchObject({ version: REACT_PACKAGES.devDependencies.esbuild });
});

describe.each(enginesToTry())("the React snippet on the %s engine", (name) => {
  const stage = openStage(name);

  test.each([
    ["fields of its own", ["Title"]],
    ["the settings' fields", []],
  ])("finds a film with %s", async (_, usual) => {
    const { backend, index } = stage.site();
    const call = (method: string, path: string, body: unknown) =>
      fetch(`${backend.url}${path}`, {
        method,
        body: JSON.stringify(body),
        headers: {
          Authorization: `Basic ${btoa(`${backend.username}:${backend.password}`)}`,
          "Content-Type": "application/json",
        },
      });
    if (usual.length === 0)
      await call("PUT", `/_searchrelevancy/${index}`, { search: { dataField: ["Title"], fieldWeights: ["1"] } });
    const made = await call("POST", "/_permission", {
      ops: ["read"],
      categories: ["reactivesearch"],
      indices: [index],
    });
    const credential = z.object({ username: z.string(), password: z.string() }).parse(await made.json());
    const snippet = searchSnippets({
      ...{ url: backend.url, index, credentials: `${credential.username}:${credential.password}` },
      ...{ words: "godfather", usual, shown: ["Title", "Director"] },
    }).find(({ key }) => key === "react");
    await mkdir(folder, { recursive: true });
    const files = Object.fromEntries((snippet?.files ?? []).map((file) => [file.name, file.text]));
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    const { scripts } = z
      .object({ scripts: z.object({ build: z.string() }) })
      .parse(JSON.parse(files["package.json"] ?? ""));
    const PATH = `${join(here, "../../node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
    execFileSync("sh", ["-c", `${scripts.build} --log-level=error`], { cwd: folder, env: { ...process.env, PATH } });
    const site = await serveFiles({ ...files, "main.js": readFileSync(join(folder, "main.js"), "utf8") });
    try {
      await visit(stage.page(), `${site.url}/index.html`);
      await stage.page().locator("li strong").first().waitFor();
      const titles = await stage.page().locator("li strong").allInnerTexts();
      expect(titles.length).toBeGreaterThan(0);
      expect(titles.every((title) => /godfather/i.test(title))).toBe(true);
    } finally {
      await site.close();
    }
  });
});
