import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { panelPatience } from "~/services/platform/http/settle.server";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { cookiesOf } from "../setup/console";
import { startWholeConsole, type WholeConsole } from "../setup/whole-console";

// Who may do little gets a home with what is his. That nothing offered leads to a refusal: tests/walks/limited.test.ts.

const PASSWORD = "a-quiet-owl";
let backend: TestBackend;
let site: WholeConsole;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["n-1", "n-2", "books", "other"])
    await backend.call("PUT", `/${index}/_doc/a?refresh=true`, { title: "A", n: 1 });
  // Panels are looked at, however busy the machine is.
  panelPatience.beside = 60_000;
  site = await startWholeConsole({ SEARCH_URL: backend.url });
});
afterAll(async () => {
  await site.close();
  await backend.close();
});

async function signIn(username: string, password: string): Promise<Response> {
  const form = new URLSearchParams({ intent: "sign-in", url: backend.url, username, password });
  return fetch(`${site.url}/login`, { method: "POST", redirect: "manual", headers: { Origin: site.url }, body: form });
}

type Page = { status: number; path: string; text: string; html: string };

async function open(path: string, cookie: string): Promise<Page> {
  const answer = await fetch(`${site.url}${path}`, { headers: { Cookie: cookie, "Accept-Encoding": "identity" } });
  const html = await answer.text();
  const body = /<body[\s\S]*$/.exec(html)?.[0] ?? html;
  const text = body
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  return { status: answer.status, path: new URL(answer.url).pathname, text, html: body };
}

async function userOf(name: string, fields: object): Promise<string> {
  const made = await backend.call("POST", "/_user", { username: name, password: PASSWORD, ...fields });
  expect(made.status).toBe(201);
  return cookiesOf((await signIn(name, PASSWORD)).headers);
}

const kinds: [
  name: string,
  fields: { allowed_actions: string[]; indices: string[]; is_admin?: boolean },
  home: { path: string; shows: RegExp; hides?: RegExp },
][] = [
  [
    "pattern",
    { allowed_actions: ["develop"], indices: ["n-*"] },
    { path: "/indices", shows: /Your indices.*n-1.*n-2/, hides: /books|Create index|Cluster overview|All indices/ },
  ],
  [
    "pattern-search",
    { allowed_actions: ["develop", "search-relevancy"], indices: ["n-*"] },
    { path: "/indices", shows: /n-1/, hides: /books|Create index/ },
  ],
  [
    "names",
    { allowed_actions: ["develop"], indices: ["books", "n-*"] },
    { path: "/indices", shows: /books.*n-1.*n-2/, hides: /other/ },
  ],
  ["nothing", { allowed_actions: ["develop"], indices: [] }, { path: "/indices", shows: /no indices yet/ }],
  ["everything", { is_admin: true, allowed_actions: [], indices: ["*"] }, { path: "/cluster", shows: /books.*n-1/ }],
  ["develop", { allowed_actions: ["develop"], indices: ["*"] }, { path: "/cluster", shows: /books.*n-1/ }],
  [
    "relevance",
    { allowed_actions: ["search-relevancy"], indices: ["*"] },
    { path: "/cluster", shows: /Create index Requires the Develop permission.*books/ },
  ],
  [
    "analytics",
    { allowed_actions: ["analytics"], indices: ["*"] },
    { path: "/cluster", shows: /Create index Requires the Develop permission.*Requests, last hour/ },
  ],
  [
    "analytics-held",
    { allowed_actions: ["analytics"], indices: ["books", "n-*"] },
    { path: "/indices", shows: /books/, hides: /Create index/ },
  ],
  [
    "managers",
    { allowed_actions: ["user-management"], indices: ["*"] },
    { path: "/cluster/user-management", shows: /Create user/, hides: /All indices/ },
  ],
  ["speed", { allowed_actions: ["speed"], indices: ["*"] }, { path: "/account/preferences", shows: /Preferences/ }],
];

describe.each(kinds)("a user of the kind %s", (name, fields, expected) => {
  it("gets a home of his own", async () => {
    const home = await open("/", await userOf(name, fields));
    expect(home.path).toBe(expected.path);
    expect(home.text).toMatch(expected.shows);
    if (expected.hides) expect(home.text).not.toMatch(expected.hides);
  });
});

describe("what a user may not see", () => {
  it("says which permission it requires, and offers nothing that is refused again", async () => {
    const cookie = await userOf("looker", { allowed_actions: ["analytics"], indices: ["*"] });
    const page = await open("/app/books/browse", cookie);
    expect([page.status, page.text.includes("Try again")]).toEqual([403, false]);
    expect(page.text).toMatch(/Access denied.*Requires the Develop permission/);
  });

  it("is the same panel where the search server itself refuses, with its words small", async () => {
    const cookie = await userOf("stranger", { allowed_actions: ["develop"], indices: ["n-*"] });
    for (const path of ["/app/books", "/app/books/browse", "/app/books/browse/a"]) {
      const page = await open(path, cookie);
      expect([path, page.status, page.text.includes("Try again")]).toEqual([path, 403, false]);
      expect(page.text).toMatch(/Access denied.*does not let your user do this.*The server said/);
    }
  });
});

it("the preview says what is missing before it asks", async () => {
  const cookie = await userOf("previewer", { allowed_actions: ["develop"], indices: ["*"] });
  expect((await open("/app/books/search-preview?q=a", cookie)).text).toMatch(
    /Requires the Search relevancy permission/,
  );
  const both = await userOf("searcher", { allowed_actions: ["develop", "search-relevancy"], indices: ["*"] });
  const searched = await open("/app/books/search-preview?q=a", both);
  expect(searched.text).not.toMatch(/Requires the/);
  expect(searched.html).toContain("/app/books/browse/a");
  // Who may search and not open documents gets the hits alone.
  const searcher = await userOf("only-searcher", { allowed_actions: ["search-relevancy"], indices: ["*"] });
  for (const view of ["cards", "rows"]) {
    const hits = await open(`/app/books/search-preview?q=a&view=${view}`, searcher);
    expect([view, hits.status, hits.html.includes("/app/books/browse/")]).toEqual([view, 200, false]);
    expect(hits.text).toMatch(/1 hit/);
  }
});

it("an index outside of one's patterns is not chosen for an upload, and one inside is proposed", async () => {
  const cookie = await userOf("namer", { allowed_actions: ["develop"], indices: ["n-*"] });
  const send = (path: string, body: FormData | URLSearchParams) =>
    fetch(`${site.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, Origin: site.url },
      body,
    });
  const upload = new FormData();
  upload.append("intent", "paste-rows");
  upload.append("rows", "a,b\n1,2");
  const path = (await send("/cluster/import", upload)).headers.get("Location") ?? "";
  expect((await open(path, cookie)).html).toContain('value="n-pasted-rows"');
  const choose = (index: string) => send(path, new URLSearchParams({ intent: "choose-index", kind: "new", index }));
  const refused = await choose("m-1");
  expect([refused.status, (await refused.text()).includes("Your user is limited to n-*")]).toEqual([400, true]);
  expect((await choose("n-9")).headers.get("Location")).toMatch(/^\/app\/n-9\/import\/[^/]+\/fields$/);
});

it.each([["search"], ["user"], ["docs", "search", "indices", "cat", "user", "permission"]])(
  "a credential at the sign-in gets one message, with the categories %s",
  async (...categories) => {
    const made = (await backend.call("POST", "/_permission", { categories })).body as {
      username: string;
      password: string;
    };
    const answer = await signIn(made.username, made.password);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("This is an API credential. Only a user can sign in to the console.");
  },
);
