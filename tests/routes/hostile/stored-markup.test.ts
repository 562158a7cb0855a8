import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { testContext } from "../../setup/console";
import { comeToLife } from "../../setup/hostile/come-to-life";
import { addresses, ELSEWHERE, payloads, TOLD } from "../../setup/hostile/payloads";
import { hostileQueries, seedConsole, seedServer } from "../../setup/hostile/stored";
import { elementsOf } from "../../setup/parsed";
import { renderedConsole } from "../../setup/rendered";
import { type Browser, browserAt } from "./support";

// Markup in what an address asks with: no page makes an element, an attribute or an address of it. What is stored, and
// what a server lies: tests/walks/hostile.test.ts; in a browser: tests/walks/browser.

let backend: TestBackend;
let gate: Gate;
let browser: Browser;
beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await seedServer(backend.call);
  const context = testContext({ SEARCH_URL: gate.url });
  browser = browserAt({ open: await renderedConsole(), context });
  await browser.ask("/login", {
    form: { intent: "sign-in", url: gate.url, username: backend.username, password: backend.password },
  });
  const { dataDir, sessionSecrets: secrets } = context.config;
  seedConsole({ dataDir, server: gate.url, person: backend.username, secrets });
}, 60_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const lifeIn = (html: string) =>
  comeToLife({ elements: elementsOf(html), told: TOLD, elsewhere: ELSEWHERE, own: "http://console.test" });

/** Opens pages and gives what came to life there, and those that show a payload at all. */
async function look(paths: readonly string[]) {
  const found: string[] = [];
  const shown: string[] = [];
  for (const path of paths) {
    const { text, headers, status } = await browser.ask(path);
    if (status === 500) found.push(`${path}: 500`);
    if (!(headers.get("Content-Type") ?? "").startsWith("text/html")) continue;
    if (text.includes(TOLD)) shown.push(path);
    found.push(...lifeIn(text).map((what) => `${path.slice(0, 80)}: ${what}`));
  }
  return { found, shown };
}

describe("the eye that looks", () => {
  // What does harm as a text in a page; the others need another place, or a reader of their own.
  const inText = [
    "script",
    "image",
    "foreign",
    "closing",
    "quotes",
    "apostrophes",
    "comment",
    "state",
    "form",
    "refresh",
  ] as const;
  it.each(inText)("sees %s where it stands as markup", (name) => {
    expect(lifeIn(`<title>x</title><p>${payloads[name]}</p>`)).not.toEqual([]);
  });
  it.each([
    `value="${payloads.attribute}"`,
    `value=x${payloads.bare}`,
    `style="background:${payloads.style}"`,
    `onclick="x()"`,
    `srcdoc="x"`,
  ])("sees %s", (attribute) => {
    expect(lifeIn(`<input ${attribute}>`)).not.toEqual([]);
  });
  it.each(addresses)("sees a link to %j", (address) => {
    expect(lifeIn(`<a href="${address}">x</a>`)).not.toEqual([]);
    expect(lifeIn(`<form action="${address}"></form>`)).not.toEqual([]);
  });
  it("sees nothing in texts", () => {
    const escaped = Object.values(payloads)
      .join(" ")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll('"', "&quot;");
    expect(lifeIn(`<p title="${escaped}">${escaped}</p><a href="/app/a?q=javascript:told()">x</a>`)).toEqual([]);
  });
});

it("is text where an address asks with it", async () => {
  const { found, shown } = await look(hostileQueries());
  expect(found).toEqual([]);
  expect(shown.length).toBeGreaterThan(20);
}, 120_000);
