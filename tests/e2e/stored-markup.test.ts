import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionSecrets } from "~/session/seal.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../setup/backend";
import { comeToLife } from "../setup/hostile/come-to-life";
import { lyingAnswer } from "../setup/hostile/lies";
import { ELSEWHERE, everything, TOLD } from "../setup/hostile/payloads";
import { hostilePages, hostileQueries, seedConsole, seedServer } from "../setup/hostile/stored";
import { hydrated } from "./support/hydrated";
import { getBrowser, type Mode } from "./support/journey";
import { type Product, startProduct } from "./support/product";
import { mountedPaths, shared } from "./support/screens";
import { signIn } from "./support/sign-in";
import { visit } from "./support/visit";
import { watchPage } from "./support/watch-page";

// Every screen of the table in a browser, with payloads in everything that is stored and shown: each script of theirs would tell. A call of it, a dialog, a
// request to where they lead, a script or style that the policy stopped, and an address of another kind are failures.

let backend: TestBackend;
let gate: Gate;
let product: Product;
beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await seedServer(backend.call);
  product = await startProduct({ env: { SEARCH_URL: gate.url } });
  const { dataDir } = product;
  seedConsole({ dataDir, server: gate.url, person: backend.username, secrets: sessionSecrets({ sessionSecrets: [], dataDir }) });
}, 120_000);
afterAll(async () => {
  await product.stop();
  await gate.close();
  await backend.close();
});

const screens = shared(
  mountedPaths().filter(({ kind, path }) => (kind === "page" || kind === "plain" || kind === "not-found") && !path.startsWith("/resources/")),
);
const payloadPages = hostilePages().filter((path) => !path.startsWith("/resources/"));

/** A context in which whatever comes to life is heard of, with somebody signed in whose browser is markup too. */
async function listening(mode: Mode): Promise<{ context: BrowserContext; heard: string[] }> {
  const userAgent = everything.replace(/[^ -~]/g, "");
  const context = await (await getBrowser()).newContext({ baseURL: product.url, javaScriptEnabled: mode === "js", userAgent });
  const heard = watchPage({ context, own: product.url });
  await context.exposeBinding(TOLD, ({ page }, from) => void heard.push(`a script ran on ${page.url()}: ${String(from)}`));
  context.on("dialog", (dialog) => {
    heard.push(`a dialog on ${dialog.page()?.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith(`/${TOLD}`) || url.host.includes(ELSEWHERE)) heard.push(`a request for ${request.url()}`);
  });
  context.on("console", (message) => {
    if (/Refused to|violates the following/.test(message.text())) heard.push(`on ${message.page()?.url()}: ${message.text().slice(0, 200)}`);
  });
  const page = await context.newPage();
  await signIn({ page, product: { ...product, username: backend.username, password: backend.password } });
  await page.close();
  return { context, heard };
}

const eye = { told: TOLD, elsewhere: ELSEWHERE };

async function look({ page, path, mode }: { page: Page; path: string; mode: Mode }): Promise<string[]> {
  const answer = await visit(page, path, "domcontentloaded");
  if (!(answer?.headers()["content-type"] ?? "").startsWith("text/html")) return [];
  if (mode === "js") await hydrated(page);
  const found = await page.evaluate<string[]>(
    `(${comeToLife.toString()})({ elements: document.querySelectorAll("*"), ...${JSON.stringify({ ...eye, own: product.url })} })`,
  );
  return found.map((what) => `${path.slice(0, 80)}: ${what}`);
}

/** Opens all, two at a time, and gives what came to life. */
async function walk({ paths, mode }: { paths: readonly string[]; mode: Mode }): Promise<string[]> {
  const { context, heard } = await listening(mode);
  const found: string[] = [];
  const queue = paths.filter((path) => path !== "/logout");
  async function work() {
    const page = await context.newPage();
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) found.push(...(await look({ page, path, mode })));
  }
  try {
    await Promise.all([work(), work()]);
    return [...found, ...heard];
  } finally {
    await context.close();
  }
}

describe("payloads in everything that is stored", () => {
  test("would be heard", async () => {
    const { context, heard } = await listening("js");
    const page = await context.newPage();
    await visit(page, "/cluster");
    await page.evaluate((told) => {
      document.body.insertAdjacentHTML("beforeend", `<img src="/${told}.png" onerror="${told}('image')">`);
      (globalThis as unknown as Record<string, (from: string) => void>)[told]?.("called");
    }, TOLD);
    await expect.poll(() => heard.join()).toMatch(/a script ran.*called/);
    await expect.poll(() => heard.join()).toMatch(/a request for/);
    await expect.poll(() => heard.join()).toMatch(/inline event handler/);
    await context.close();
  });

  // Without scripts the page is what the server sent, which tests/routes/hostile/stored-markup reads whole: here those with names of theirs in the address do.
  test.each<[Mode, readonly string[]]>([
    ["js", [...screens.index, ...payloadPages, ...hostileQueries()]],
    ["nojs", hostilePages()],
  ])("stay texts on every screen (%s)", { timeout: 240_000 }, async (mode, paths) => {
    gate.decide(() => "pass");
    expect(await walk({ paths, mode })).toEqual([]);
  });

  test("stay texts where the server puts them into every answer", { timeout: 240_000 }, async () => {
    gate.decide(lyingAnswer({ backend: backend.url, lie: "both" }));
    expect(await walk({ paths: [...screens.cluster, ...payloadPages], mode: "js" })).toEqual([]);
  });
});
