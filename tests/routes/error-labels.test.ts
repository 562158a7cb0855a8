import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleIndex } from "../e2e/support/screens";
import { type FormsConsole, openFormsConsole } from "../setup/forms/console";
import { type PageForm, postingForms } from "../setup/page-forms";
import { documentOf } from "../setup/parsed";
import { isInTurn, tryAll } from "../setup/turn";
import { seedSettings } from "../setup/seeds/relevance";

// The list of errors above a form names each field as the field itself does: every form of every screen, filled in with
// what no field takes.

let held: FormsConsole;

beforeAll(async () => {
  held = await openFormsConsole();
  // Forms with rows, each with controls of its own.
  const { call } = held.backend;
  const title = { type: "text", fields: { keyword: { type: "keyword" } } };
  await call("PUT", `/${sampleIndex}/_mapping`, { properties: { title } });
  await seedSettings(call, { index: sampleIndex });
}, 120_000);
afterAll(async () => held.close());

const fills = ["", "{ <no> such, thing", "-1.5", "9".repeat(400)];
const worded = (text: string | null | undefined) =>
  (text ?? "")
    .replace(/\(optional\)/, "")
    .replace(/\s+/g, " ")
    .trim();

/**
 * What stands at a control: its label, the heading of its group, or the name that it tells to readers of the screen.
 */
function wordsAt(control: Element): string[] {
  const { ownerDocument: document, id } = control;
  const labels = [...document.querySelectorAll("label")].filter(
    (label) => label.htmlFor === id || label.contains(control),
  );
  const legend = control.matches("fieldset")
    ? control.querySelector("legend")
    : control.closest("fieldset")?.querySelector("legend");
  const named = control.getAttribute("aria-labelledby")?.split(" ") ?? [];
  const spoken = named.map((one) => worded(document.getElementById(one)?.textContent)).join(" ");
  return [
    ...labels.map((label) => worded(label.textContent)),
    worded(legend?.textContent),
    control.getAttribute("aria-label") ?? "",
    spoken,
  ].filter((text) => text !== "");
}

async function wrongIn(form: PageForm): Promise<{ wrong: string[]; named: number }> {
  const html = await (await held.post(form, held.context())).text();
  const document = documentOf({ html, url: `http://console.test${form.page}` });
  const wrong: string[] = [];
  const links = [...document.querySelectorAll<HTMLAnchorElement>("form [role=alert] li a[href^='#']")];
  for (const link of links) {
    const id = decodeURIComponent(link.hash.slice(1));
    const control = document.getElementById(id);
    const words = worded(link.textContent);
    const stands = control ? wordsAt(control) : [];
    if (!control) wrong.push(`${form.action}: "${words}" leads to no field (${id})`);
    else if (!stands.includes(words))
      wrong.push(`${form.action}: "${words}" where the field (${id}) says ${JSON.stringify(stands)}`);
  }
  return { wrong, named: links.length };
}

it("names each field as the field does", async () => {
  const seen = new Set<string>();
  const wrong = new Set<string>();
  let named = 0;
  for (const [place, path] of held.pages.entries()) {
    const page = await held.open(path);
    if (page.status !== 200) wrong.add(`${path}: ${page.status}`);
    const html = await page.text();
    // Half of them, the other half with another commit and on the next page.
    for (const text of fills.filter((_, at) => isInTurn(at + place, 2))) {
      for (const form of postingForms({ html, page: path, fill: () => text })) {
        const action = form.action.replace(/^\/(cluster|app\/[^/]+)/, "");
        const key = `${text} ${action} ${JSON.stringify(form.entries.filter(([name]) => name === "intent"))}`;
        // Forms without anything to type cannot be filled in wrongly; the frame's own stand on every page.
        if (form.typed.length === 0 || seen.has(key) || /^\/(resources|logout)/.test(action)) continue;
        seen.add(key);
        const found = await wrongIn(form);
        named += found.named;
        for (const one of found.wrong) wrong.add(one);
      }
    }
  }
  expect([...wrong]).toEqual([]);
  expect(named).toBeGreaterThan(tryAll ? 80 : 40);
}, 240_000);
