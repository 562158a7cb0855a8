import { afterAll, beforeAll, expect, it } from "vitest";
import { createSession } from "~/sessions.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../setup/backend";
import { consoleRequest, cookiesOf, testContext } from "../setup/console";
import { renderedConsole } from "../setup/rendered";
import { patterns } from "./hostile/support";

// What an engine reads as several indices, as a date or as another cluster's index is the name of none, so no address
// leads to it: asked for as a name it would be answered for, and changed as, all that it stands for.

const NAMES = [
  "_all",
  "*",
  "mov*",
  "-movies",
  "movies,shoes",
  "<movies-{now/d}>",
  "other:movies",
  "+movies",
  "_nope",
  "movies?",
];
const ADDRESSES = [...new Set(patterns().map(({ pattern }) => pattern))].filter((pattern) =>
  pattern.includes(":appName"),
);

let backend: TestBackend;
let gate: Gate;
let open: Awaited<ReturnType<typeof renderedConsole>>;
let cookie: string;
let calls: string[] = [];
let context: ReturnType<typeof testContext>;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["movies", "shoes"])
    await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { title: "Alien" });
  gate = await openGate(backend.url);
  gate.decide((path, _, { method }) => {
    calls.push(`${method} ${decodeURIComponent(path)}`);
    return "pass";
  });
  open = await renderedConsole();
  context = testContext({ SEARCH_URL: gate.url });
  const who = { username: backend.username, password: backend.password };
  const made = createSession({ request: consoleRequest("/"), context, url: gate.url, ...who });
  cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
}, 60_000);
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const filled = (pattern: string, name: string) =>
  pattern
    .replace(/:(?!appName)\w+/g, "1")
    .replace(/\*/g, "nothing")
    .replace(":appName", encodeURIComponent(name));

async function ask(path: string, form?: Record<string, string>) {
  calls = [];
  const answer = await open(
    consoleRequest(path, { cookie, ...(form ? { form } : {}), headers: { Host: "console.test" } }),
    context,
  );
  return { status: answer.status, location: answer.headers.get("Location") ?? "", text: await answer.text() };
}

it.each(ADDRESSES.map((pattern, at) => ({ pattern, name: NAMES[at % NAMES.length] ?? "_all" })))(
  "$pattern with $name",
  async ({ pattern, name }) => {
    const path = filled(pattern, name);
    for (const form of [undefined, { intent: "save" }]) {
      const answer = await ask(path, form);
      // Screens of all indices are led to from everywhere.
      if (answer.status >= 300 && answer.status < 400) expect(answer.location).toMatch(/^\/cluster/);
      else expect([404, ...(form ? [405] : [])], path).toContain(answer.status);
      expect(
        calls.filter((call) => call.includes(name) || /_search|_bulk|_mapping|_settings|_delete/.test(call)),
      ).toEqual([]);
    }
  },
);

it.each(NAMES)("%s has no page, by its parts neither", async (name) => {
  for (const screen of ["", "/browse", "/search-preview", "/mappings"]) {
    const path = `/app/${encodeURIComponent(name)}${screen}`;
    const page = await ask(path);
    expect([path, page.status]).toEqual([path, 404]);
    expect(page.text).toContain("is not the name of one index");
    expect((await ask(`${path}.data`)).text).toContain("is not the name of one index");
  }
});

it("an index is found as before", async () => {
  expect((await ask("/app/movies/browse")).status).toBe(200);
});
