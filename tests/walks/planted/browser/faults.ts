import type { Page } from "playwright-core";
import { ELSEWHERE, TOLD } from "../../../setup/hostile/payloads";

/** A fault that only a browser sees. */
export type Planted = {
  name: string;
  /** The check whose business it is. */
  check: string;
  /** Where it is put: into the page that is open, or into what the page is made of before it is asked for. */
  plant: (page: Page) => Promise<unknown>;
  /** Whether it is put in before the page is asked for. */
  before?: boolean;
};

/** Puts markup at the end of the content. It runs in the page. */
const add = (html: string) => (page: Page) =>
  page.evaluate((given) => document.querySelector("main")?.insertAdjacentHTML("beforeend", given), html);

/** Gives a text of the page another look. */
const style = (selector: string, look: Record<string, string>) => (page: Page) =>
  page.evaluate(
    ({ where, given }) => {
      const element = document.querySelector<HTMLElement>(where);
      if (element === null) throw new Error(`there is no ${where}`);
      Object.assign(element.style, given);
    },
    { where: selector, given: look },
  );

/** Changes what the server sends for addresses that match. */
const sent = (address: RegExp, change: (text: string) => string) => async (page: Page) =>
  page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });

const PAGE = /\/cluster$/;

/** Faults that only a browser sees, each with the check that must find it. */
export const planted: Planted[] = [
  { name: "contrast of 2.9", check: "contrast", plant: style("main h1", { color: "#979797", background: "#fff" }) },
  {
    name: "a text that dark makes too faint",
    check: "contrast in dark",
    plant: (page) =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("@media (prefers-color-scheme: dark) { main h1 { color: #444; background: #111 } }");
        document.adoptedStyleSheets.push(sheet);
      }),
  },
  {
    name: "a page that stays light in dark",
    check: "dark",
    plant: (page) =>
      page.evaluate(() => {
        for (const element of [document.documentElement, document.body])
          Object.assign(element.style, { background: "#fff", color: "#111" });
      }),
  },
  {
    name: "a button of 30 by 20 px",
    check: "targets",
    plant: add(`<button style="width:30px;height:20px;min-height:0;padding:0;border:1px solid">x</button>`),
  },
  {
    name: "a button of 20 by 30 px",
    check: "targets",
    plant: add(`<button style="width:20px;height:30px;padding:0;border:1px solid">x</button>`),
  },
  {
    name: "two links of text on each other's heels",
    check: "targets",
    plant: add(
      `<div style="font-size:10px;line-height:10px"><a href="/go">one</a><br><a href="/indices">two</a></div>`,
    ),
  },
  { name: "a page wider than 420 px", check: "width", plant: add(`<div style="width:480px">wide</div>`) },
  {
    name: "a name that no line takes",
    check: "width",
    plant: add(`<p style="overflow-wrap:normal">${"unbroken".repeat(20)}</p>`),
  },
  {
    name: "a heading that comes twice after hydration",
    check: "heading",
    plant: add("<h1>Again</h1>"),
  },
  {
    name: "a title that scripts take away",
    check: "heading",
    plant: (page) =>
      page.evaluate(() => {
        document.title = "";
      }),
  },
  {
    name: "an error in the console",
    check: "quietConsole",
    plant: (page) => page.evaluate(() => console.error("broken")),
  },
  {
    name: "an error that a script of ours throws",
    check: "quietConsole",
    plant: (page) =>
      page.evaluate(() => {
        setTimeout(() => {
          throw new Error("thrown");
        });
        return new Promise((resolve) => setTimeout(resolve, 50));
      }),
  },
  {
    name: "markup of the server that scripts make otherwise",
    check: "quietConsole",
    before: true,
    plant: sent(PAGE, (html) => html.replace(/<h1([^>]*)>/, "<h1$1>Not what the scripts say: ")),
  },
  {
    name: "a module that breaks while it is loaded",
    check: "takenOver",
    before: true,
    plant: sent(/\/build\/.*root-.*\.js$/, (text) => `${text};throw new Error("planted");`),
  },
  {
    name: "an answer of 500",
    check: "status",
    before: true,
    plant: (page) => page.route(PAGE, async (route) => route.fulfill({ response: await route.fetch(), status: 500 })),
  },
  {
    name: "an address that ends at the sign-in",
    check: "status",
    plant: (page) => page.evaluate(() => history.replaceState(null, "", "/login")),
  },
  {
    name: "a request to elsewhere that no policy stops",
    check: "elsewhere",
    before: true,
    plant: async (page) => {
      await page.route(PAGE, async (route) => {
        const response = await route.fetch();
        const { "content-security-policy": _policy, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await page.addInitScript(() => void fetch("https://example.invalid/beacon").catch(() => undefined));
    },
  },
  {
    name: "a request to elsewhere that the policy stops",
    check: "quietConsole",
    plant: (page) => page.evaluate(() => fetch("https://example.invalid/beacon").catch(() => undefined)),
  },
  {
    name: "stored markup that becomes an element",
    check: "markup",
    plant: add(`<x-${TOLD}>x</x-${TOLD}>`),
  },
  {
    name: "a stored address that becomes a link",
    check: "markup",
    plant: add(`<a href="javascript:${TOLD}('link')">open</a>`),
  },
  {
    name: "stored markup that runs",
    check: "markup",
    plant: (page) =>
      page.evaluate(
        (told) => (globalThis as unknown as Record<string, (from: string) => void>)[told]?.("planted"),
        TOLD,
      ),
  },
  {
    name: "a stored handler that the policy stops",
    check: "markup",
    plant: (page) => page.evaluate(() => document.querySelector("main")?.setAttribute("onclick", "planted()")),
  },
  {
    name: "a stored picture from elsewhere",
    check: "markup",
    plant: add(`<img alt="" src="https://${ELSEWHERE}/x.png">`),
  },
  { name: "a field without a label", check: "axe", plant: add(`<input type="text" style="height:34px">`) },
  {
    name: "a picture without a text",
    check: "axe",
    plant: add(`<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`),
  },
  {
    name: "a button without a name that only shows when narrow",
    check: "axe when narrow",
    plant: (page) =>
      page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("@media (min-width: 600px) { .planted { display: none } }");
        document.adoptedStyleSheets.push(sheet);
        document
          .querySelector("main")
          ?.insertAdjacentHTML("beforeend", `<button class="planted" style="width:40px;height:40px"></button>`);
      }),
  },
  {
    name: "a box that scrolls and that no key reaches",
    check: "scrollers",
    plant: add(`<div style="overflow:auto;height:20px"><p style="height:90px">long</p></div>`),
  },
  {
    name: "a focus that is not seen",
    check: "focus",
    plant: add(`<button style="width:40px;height:40px;outline:none;box-shadow:none">x</button>`),
  },
  {
    name: "a focus that is out of the window",
    check: "focus",
    plant: add(`<button style="position:fixed;left:-200px;top:10px;width:40px;height:40px">x</button>`),
  },
  {
    name: "a control ahead of all others",
    check: "tabOrder",
    plant: add(`<button tabindex="3" style="width:40px;height:40px">x</button>`),
  },
  {
    name: "buttons that are shown the other way round",
    check: "tabOrder",
    plant: add(
      `<div style="display:flex;flex-direction:row-reverse;gap:9px"><button style="width:40px;height:40px">a</button><button style="width:40px;height:40px">b</button></div>`,
    ),
  },
];
