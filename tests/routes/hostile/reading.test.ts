import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStore } from "~/services/platform/store/database.server";
import { mountedPaths, sampleIndex, sampleQuery, sampleTemplate, sampleUser } from "../../e2e/support/screens";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { testContext } from "../../setup/console";
import { hostilePages, seedConsole, seedServer } from "../../setup/hostile/stored";
import { changesServer } from "../../setup/reading-calls";
import { renderedConsole } from "../../setup/rendered";
import { sampleCredential } from "../../setup/seeds/credential";
import { type Browser, browserAt, patterns } from "./support";

// A link, a picture or a prefetch can ask for any address: none of them changes anything, on the search server or in
// the console's own store.

let backend: TestBackend;
let gate: Gate;
let browser: Browser;
let dataDir = "";
/** Calls that are no reading ones. */
const changes: string[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  await seedServer(backend.call);
  const context = testContext({ SEARCH_URL: gate.url });
  browser = browserAt({ open: await renderedConsole(), context });
  await browser.ask("/login", {
    form: { intent: "sign-in", url: gate.url, username: backend.username, password: backend.password },
  });
  dataDir = context.config.dataDir;
  seedConsole({ dataDir, server: gate.url, person: backend.username, secrets: context.config.sessionSecrets });
  gate.decide((path, _bulk, { method = "" }) => {
    if (changesServer(method, path)) changes.push(`${method} ${path}`);
    return "pass";
  });
}, 60_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});
beforeEach(() => {
  changes.length = 0;
});

const values: Record<string, string> = {
  ":appName": sampleIndex,
  ":docId": "1",
  ":jobId": "hostileDone",
  ":logId": "sweep-log",
  ":changeId": "c-sweep1",
  ":queryId": sampleQuery,
  ":credentialName": sampleCredential,
  ":kind": "legacy",
  ":templateName": sampleTemplate.name,
  ":userName": sampleUser.username,
};
const filled = (pattern: string) =>
  pattern
    .split("/")
    .map((part) => values[part] ?? part.replace(/^[:*].*/, "x"))
    .join("/");
const addresses = [
  ...new Set([
    ...patterns().map(({ pattern }) => filled(pattern)),
    ...mountedPaths().map(({ path }) => path),
    ...hostilePages(),
  ]),
];

/** All that the console keeps, but for when a sign-in was used last. */
function kept(): string[] {
  const database = openStore(dataDir);
  const tables = database
    .prepare<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all();
  return tables.flatMap(({ name }) =>
    database
      .prepare<Record<string, unknown>>(`SELECT * FROM "${name}"`)
      .all()
      .map(
        (row) =>
          `${name} ${JSON.stringify({ ...row, seen: undefined }, (_, value: unknown) => (value instanceof Uint8Array ? value.length : value))}`,
      ),
  );
}

/** As the browser says of a link that stands on another site. */
const elsewhere = { Referer: "https://evil.test/", "Sec-Fetch-Site": "cross-site" };

async function walk(paths: readonly string[], method?: "HEAD") {
  const before = kept();
  const wrong: string[] = [];
  const session = browser.session();
  for (const path of paths) {
    const { headers } = await browser.ask(path, { headers: elsewhere, ...(method ? { method } : {}) });
    if (changes.length > 0) wrong.push(`${path}: ${changes.splice(0).join()}`);
    if (headers.getSetCookie().some((line) => line.startsWith("sd_session"))) wrong.push(`${path}: another session`);
  }
  expect(browser.session()).toBe(session);
  const after = kept();
  return {
    wrong,
    added: after.filter((row) => !before.includes(row)),
    lost: before.filter((row) => !after.includes(row)),
  };
}
const nothing = { wrong: [], added: [], lost: [] };

it("has every address of the table", () => {
  expect(addresses.length).toBeGreaterThan(170);
});

describe("by GET", () => {
  it("no address changes anything", async () => {
    expect(await walk(addresses)).toEqual(nothing);
  }, 120_000);

  it("no address that takes forms changes anything by what a form would say", async () => {
    const intents = [
      "delete-index",
      "delete-document",
      "delete-user",
      "save-changes",
      "create-index",
      "view-as",
      "end-others",
      "start-import",
      "cancel",
      "undo",
    ];
    const query = [
      ...intents.map((intent) => `intent=${intent}`),
      `confirmation=${sampleIndex}`,
      "name=made-by-a-link",
      "_method=DELETE",
      "method=DELETE",
      "theme=dark",
    ];
    const forms = addresses.filter((path) =>
      /\/(delete|undo|cancel|remove|new|edit|view|start|save|open|close|logout|maintain|forget|confirm)$/.test(path),
    );
    expect(forms.length).toBeGreaterThan(35);
    expect(
      await walk(
        [...forms, "/logout", "/account/sign-ins", "/resources/preferences"].map(
          (path) => `${path}?${query.join("&")}`,
        ),
      ),
    ).toEqual(nothing);
    expect((await backend.call("HEAD", `/${sampleIndex}`)).status).toBe(200);
  }, 120_000);
});

it("by HEAD no address changes anything", async () => {
  expect(
    await walk(
      addresses.filter((_, at) => at % 3 === 0),
      "HEAD",
    ),
  ).toEqual(nothing);
}, 120_000);
