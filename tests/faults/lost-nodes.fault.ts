import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getBrowser } from "../e2e/support/browser";
import { type Product, startProduct } from "../e2e/support/product";
import { signIn } from "../e2e/support/sign-in";
import { eventually } from "../system/processes";
import { type Cluster, openCluster } from "./cluster";
import { visit } from "../e2e/support/visit";

// The whole product on three real nodes: one is lost in the middle of an import, then all of them for a while. Without
// JavaScript, so that each page tells by itself how things stand.

const ROWS = 60_000;
const INDEX = {
  settings: { number_of_shards: 3, number_of_replicas: 1 },
  mappings: { dynamic: false, properties: { n: { type: "long" } } },
};

let cluster: Cluster;
let product: Product;

beforeAll(async () => {
  cluster = await openCluster();
  product = await startProduct({ env: { ENGINE_URL: cluster.urls.join(","), BACKEND_TIMEOUT_MS: "10000" } });
  await eventually(async () => (await product.call("GET", "/_cluster/health")).status === 200, 120_000);
}, 480_000);

afterAll(async () => {
  await product.stop();
  await cluster.close();
}, 60_000);

type Seen = { path: string; status: number; text: string };

async function look(page: Page, path: string): Promise<Seen> {
  const answer = await visit(page, path);
  return { path, status: answer?.status() ?? 0, text: await page.locator("body").innerText() };
}

// A bare page is one without our frame: what a framework shows where nobody caught the error.
function isBare({ status, text }: Seen): boolean {
  return status === 500 || /Application Error|Unexpected Server Error/.test(text) || text.trim() === "";
}

async function countOf(index: string): Promise<unknown> {
  await product.call("POST", `/${index}/_refresh`);
  const { body } = await product.call("GET", `/${index}/_count`);
  return body && typeof body === "object" && "count" in body ? body.count : body;
}

async function newPage(): Promise<Page> {
  const context = await (await getBrowser()).newContext({ baseURL: product.url, javaScriptEnabled: false });
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

/** Makes the index and begins to import rows into it; the address of the job's page. */
async function beginImport({ page, index }: { page: Page; index: string }): Promise<string> {
  expect((await product.call("PUT", `/${index}`, INDEX)).status).toBe(200);
  const rows = Array.from({ length: ROWS }, (_, at) => `{"n":${at},"text":"row number ${at}"}\n`).join("");
  await visit(page, `/app/${index}/import`);
  await page
    .getByLabel("File")
    .setInputFiles({ name: "rows.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(rows) });
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.getByRole("button", { name: "Start import" }).click();
  await page.waitForURL(/\/import\/[^/]+$/);
  return new URL(page.url()).pathname;
}

test("a node is lost in the middle of an import: every row arrives once, pages stay, the overview says why it is yellow", async () => {
  const [page, reader] = [await newPage(), await newPage()];
  await signIn({ page, product });
  await signIn({ page: reader, product });
  const job = await beginImport({ page, index: "rows" });
  await eventually(async () => Number(await countOf("rows")) > 2000, 120_000);
  cluster.closeNode(3);
  expect((await look(page, job)).text).not.toContain("Done");

  const seen: Seen[] = [];
  const pages = ["/cluster", "/app/rows", "/app/rows/browse", "/app/rows/search-preview?q=row"];
  for (let round = 0; round < 4; round++) for (const path of pages) seen.push(await look(reader, path));
  expect(seen.filter(isBare)).toEqual([]);
  expect(seen.filter(({ status }) => status >= 400)).toEqual([]);

  const overview = async () => (await look(reader, "/cluster")).text;
  await expect.poll(overview).toMatch(/yellow/i);
  await expect
    .poll(overview)
    .toMatch(
      /\d+ (?:shards?|replicas?|copies)\b[^.]*(?:not placed|unplaced|unassigned|without a node|no node)|node .*left/i,
    );

  await expect
    .poll(async () => (await look(page, job)).text, { timeout: 240_000, interval: 500 })
    .toMatch(/Done, every row was stored/);
  expect(await countOf("rows")).toBe(ROWS);
  await page.context().close();
  await reader.context().close();
}, 600_000);

test("the engine goes away and comes back: pages say what is not to be had and recover, the import waits and goes on", async () => {
  const page = await newPage();
  await signIn({ page, product });
  const job = await beginImport({ page, index: "later" });
  await eventually(async () => Number(await countOf("later")) > 2000, 120_000);
  await cluster.kill();

  const seen: Seen[] = [];
  for (const path of ["/cluster", "/app/later", "/app/later/browse", "/app/later/search-preview?q=row"])
    seen.push(await look(page, path));
  expect(seen.filter(isBare)).toEqual([]);
  for (const { text, path } of seen) expect(text, path).toMatch(/cluster behind it cannot be reached/);
  await expect.poll(async () => (await fetch(`${product.url}/readyz`)).status).toBe(503);
  await expect
    .poll(async () => (await look(page, job)).text, { timeout: 60_000 })
    .toMatch(/cluster behind it cannot be reached\. Trying again in/);

  await cluster.start();
  await eventually(async () => (await fetch(`${product.url}/readyz`)).status === 200, 120_000);
  await expect
    .poll(async () => (await look(page, job)).text, { timeout: 240_000, interval: 500 })
    .toMatch(/Done, every row was stored/);
  expect(await countOf("later")).toBe(ROWS);
  // The last copies may be placed after the last row.
  await expect
    .poll(async () => (await look(page, "/cluster")).text, { timeout: 60_000, interval: 500 })
    .toMatch(/green/i);
  await page.context().close();
}, 600_000);
