import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTION_LABELS } from "~/services/rules/action-labels";
import { createSession } from "~/sessions.server";
import {
  mountedPaths,
  sampleComponent,
  sampleIndex,
  sampleQuery,
  sampleRule,
  sampleTemplate,
  sampleUser,
  storedQuery,
  storedRule,
} from "../e2e/support/screens";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../setup/console";
import { renderedConsole } from "../setup/rendered";
import { seedCredential } from "../setup/seeds/credential";

// Where nothing may be changed, each control that would change something is off and says why. What stays on is listed here: what reads, and what
// belongs to the console or the reader alone.

let open: Awaited<ReturnType<typeof renderedConsole>>;
let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  open = await renderedConsole();
  await backend.call("PUT", `/${sampleIndex}/_doc/1?refresh=true`, { title: "Metropolis" });
  await backend.call("PUT", `/_template/${sampleTemplate.name}`, sampleTemplate.body);
  await backend.call("PUT", `/_component_template/${sampleTemplate.name}`, sampleComponent);
  await backend.call("PUT", `/_storedquery/${sampleQuery}`, storedQuery);
  await backend.call("PUT", `/.rules/_doc/${sampleRule}?refresh=true`, storedRule);
  await backend.call("POST", "/_user", sampleUser);
  await seedCredential(backend.call, { index: sampleIndex });
}, 60_000);
afterAll(() => backend.close());

/** Buttons of forms that read, that lead to the page where the change is confirmed, or that keep something in this console alone: saved requests of the console screen. */
const reading =
  /^(Grid|List|Try it|Execute|Execute query|Render|Compare|Continue|Validate|Check|Check .+|Find|Test rule|Analyze|Search|Preview.*|Review.*|Show .+|(Add|Remove) .+|Reveal.*|Generate.*|Export.*|Download.*|Delete selected|View.*)$/;
/** "Add action" of a rule lays a card into the draft, which this console keeps. */
const ofRule = new RegExp(`^/cluster/rules/[^/]+: (${Object.values(ACTION_LABELS).join("|")})$`);
const ofConsole = /\/console: (Run request|Run all \d+|Update list|Import|Save)$/;

it("a read-only server has no control that changes it", async () => {
  const context = testContext({ SEARCH_URL: backend.url, READ_ONLY_SERVERS: backend.url });
  const made = createSession({ request: consoleRequest("/"), context, url: backend.url, username: backend.username, password: backend.password });
  const cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  const on: string[] = [];
  let off = 0;
  // The account's own pages change nothing on the server.
  const pages = mountedPaths().filter(({ kind, path }) => kind === "page" && !path.startsWith("/account/"));
  async function look(path: string, at: number) {
    const answer = await open(consoleRequest(path, { cookie }), { ...context, requestId: `gated-${at}` });
    if (answer.status !== 200) return;
    const html = await answer.text();
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    off += main.split("This server is read-only in this console").length - 1;
    for (const [, form = ""] of main.matchAll(/<form[^>]*method="post"[^>]*>([\s\S]*?)<\/form>/g)) {
      for (const [, attributes = "", label = ""] of form.matchAll(/<button([^>]*)>([\s\S]*?)<\/button>/g)) {
        if (/aria-hidden="true"|type="button"|formAction=/i.test(attributes)) continue;
        const text = (/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? label.replace(/<[^>]+>/g, "")).trim();
        if (!reading.test(text) && !ofConsole.test(`${path}: ${text}`) && !ofRule.test(`${path}: ${text}`)) on.push(`${path}: ${text}`);
      }
    }
  }
  for (let from = 0; from < pages.length; from += 4) await Promise.all(pages.slice(from, from + 4).map(({ path }, at) => look(path, from + at)));
  expect(on).toEqual([]);
  expect(off).toBeGreaterThan(20);
});
