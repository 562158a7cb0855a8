import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, testContext } from "../../setup/console";
import { cookieOf } from "../../setup/open-screen";
import { renderedConsole } from "../../setup/rendered";

// What a page carries once: its menus, and what its rows say.

let backend: TestBackend;
let page: Awaited<ReturnType<typeof renderedConsole>>;
const context = testContext();
beforeAll(async () => {
  page = await renderedConsole();
  backend = await startTestBackend();
  for (const name of ["weight-a", "weight-b"]) await backend.call("PUT", `/${name}`);
});
afterAll(() => backend.close());

async function opened(path: string) {
  const cookie = await cookieOf({ backend, env: { DATA_DIR: context.config.dataDir } });
  const answer = await page(consoleRequest(path, { cookie }), {
    ...testContext({ SEARCH_URL: backend.url, DATA_DIR: context.config.dataDir }),
    isPage: !path.includes(".data"),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

const timesIn = (html: string, text: string) => html.split(text).length - 1;

it.each(["/cluster", "/app/weight-a"])("the sidebar stands once in %s, as one landmark", async (path) => {
  const html = await opened(path);
  expect(timesIn(html, 'aria-label="Sections"')).toBe(1);
  const body = html.slice(0, html.indexOf("</nav>"));
  const links = [...body.matchAll(/<a href="([^"]+)"[^>]*class="entry[^"]*"/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThan(20);
  expect(links).toEqual([...new Set(links)]);
});

it("a loaded page has its rows in the table alone, and their data where only data are asked for", async () => {
  const html = await opened("/cluster");
  const rows = /<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1] ?? "";
  expect(["weight-a", "weight-b"].map((name) => rows.includes(`/app/${name}/browse`))).toEqual([true, true]);
  const data = html.slice(html.indexOf("streamController.enqueue("));
  expect(data).toContain("loaderData");
  expect(data).not.toContain("createdAt");
  expect(await opened("/cluster.data")).toContain("createdAt");
});
