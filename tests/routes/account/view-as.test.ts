import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { personOf } from "~/sessions.server";
import { openGate, startTestBackend, type Gate, type TestBackend } from "../../setup/backend";
import { startWholeConsole, type WholeConsole } from "../../setup/whole-console";

// An admin views the console as another user: the whole way, by forms, against the embedded back end.

let backend: TestBackend;
let site: WholeConsole;
/** A server that knows nothing of views: it passes the header over. */
let older: Gate;

const PASSWORD = "a-quiet-owl";
const VIEW = "/cluster/user-management/mira/view";
const typed = { username: "fresh", password: "a-quiet-owl-at-night", actions: "develop" };

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["films", "films-2026", "salaries"])
    await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { title: index });
  await backend.call("POST", "/_user", {
    username: "mira",
    password: PASSWORD,
    allowed_actions: ["develop"],
    indices: ["films"],
  });
  await backend.call("POST", "/_user", {
    username: "boss",
    password: PASSWORD,
    allowed_actions: ["user-management", "develop"],
    indices: ["*"],
  });
  older = await openGate(backend.url);
  older.decide((_path, _bulk, incoming) => {
    delete incoming.headers["x-view-as"];
    return "pass";
  });
  site = await startWholeConsole({ SEARCH_URL: backend.url, ALLOWED_CLUSTER_URLS: older.url });
});
afterAll(async () => {
  await site.close();
  await older.close();
  await backend.close();
});

/** A browser without scripts: keeps its cookies, follows no redirect by itself. */
function browserAt({ url }: WholeConsole) {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  async function ask(path: string, form?: Record<string, string>) {
    const answer = await fetch(`${url}${path}`, {
      redirect: "manual",
      headers: { Cookie: cookie(), Origin: url, "Accept-Encoding": "identity" },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const html = await answer.text();
    const text = html
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, " ")
      .replace(/<[^>]+>/g, " ")
      .replace(/&#x27;/g, "'")
      .replace(/\s+/g, " ");
    return {
      status: answer.status,
      text,
      location: answer.headers.get("Location") ?? "",
      flash: decodeURIComponent(answer.headers.getSetCookie().join()),
    };
  }
  function use(line: string) {
    jar.clear();
    for (const [, name = "", value = ""] of line.matchAll(/([^=; ]+)=([^;]*)/g)) jar.set(name, value);
  }
  return { ask, cookie, use };
}

async function signedIn(server = backend.url, username = "admin", password = "test-password") {
  const browser = browserAt(site);
  const answer = await browser.ask("/login", { intent: "sign-in", url: server, username, password });
  expect(answer.status).toBe(302);
  return browser;
}

describe("a view", () => {
  let browser: ReturnType<typeof browserAt>;
  let before = "";
  beforeAll(async () => {
    browser = await signedIn(backend.url);
    before = browser.cookie();
    expect((await browser.ask(VIEW)).text).toContain("View the console as mira?");
    expect((await browser.ask(VIEW, { intent: "view-as" })).status).toBe(302);
  });

  it("ends the session that it began in", async () => {
    const old = browserAt(site);
    old.use(before);
    expect((await old.ask("/cluster")).location).toMatch(/^\/login/);
  });

  it("lists what that user sees and says on each page whose view it is", async () => {
    for (const path of ["/indices", "/app/films", "/app/films/browse", "/account/preferences"]) {
      const { status, text } = await browser.ask(path);
      expect(`${path} ${status}`).toBe(`${path} 200`);
      expect(text).toMatch(/Viewing as\s+mira/);
      expect(text).not.toContain("salaries");
    }
    expect((await browser.ask("/indices")).text).toContain("films");
  });

  it("leaves out what is kept for a person: the admin's own and that user's", async () => {
    const { status, text } = await browser.ask("/account/sign-ins");
    expect([status, text.includes("are left out"), text.includes("This browser")]).toEqual([200, true, false]);
    const console = (await browser.ask("/app/films/console")).text;
    expect(console.match(/What mira keeps here is private/g)).toHaveLength(2);
    expect(console).not.toMatch(/No (saved )?requests yet/);
    expect((await browser.ask("/app/films/console/history")).text).toContain("What mira keeps here is private");
    const [own, theirs] = ["admin", "mira"].map((username) => personOf({ username }));
    expect([own, theirs]).not.toContain(personOf({ username: "admin", viewAs: "mira" }));
  });

  it("answers 403 where that user lacks the permission, and for an index that is not his", async () => {
    const users = await browser.ask("/cluster/user-management");
    expect(users.status).toBe(403);
    expect(users.text).toContain("User management");
    expect((await browser.ask("/app/salaries/browse")).status).toBeGreaterThanOrEqual(403);
  });

  it("takes no form, and says why", async () => {
    for (const [path, form] of [
      ["/cluster/create-index", { intent: "create-index", name: "made", shards: "1", replicas: "0" }],
      ["/app/films/delete", { intent: "delete-index", confirmation: "films" }],
      ["/account/sign-ins", { intent: "end-others" }],
    ] as const) {
      const answer = await browser.ask(path, { ...form });
      expect(`${path} ${answer.status}`).toBe(`${path} 403`);
      expect(answer.text).toContain("You view the console as mira, which only reads. End the view first.");
    }
    expect((await backend.call("HEAD", "/made")).status).toBe(404);
  });

  it("ends by its button: the admin's own console again, and the cookie of the view is dead", async () => {
    const viewing = browser.cookie();
    const ended = await browser.ask("/account/view", {});
    expect(ended.location).toBe("/cluster/user-management");
    const { status, text } = await browser.ask("/cluster/user-management");
    expect(status).toBe(200);
    expect(text).not.toContain("Viewing as");
    const old = browserAt(site);
    old.use(viewing);
    expect((await old.ask("/cluster")).location).toMatch(/^\/login/);
  });
});

describe("a view of relevance tests", () => {
  const tests = "/app/films/relevance-tests";
  const run = "/resources/films/relevance-tests/run.json";
  const expected = { "expectations[0].kind": "within", "expectations[0].document": "1", "expectations[0].places": "1" };
  const results = {
    includeFields: "*",
    excludeFields: "",
    highlightFields: "",
    highlightTag: "<mark>",
    fragmentSize: "100",
    fragments: "5",
  };
  let browser: ReturnType<typeof browserAt>;
  beforeAll(async () => {
    await backend.call("POST", "/_user", {
      username: "tess",
      password: PASSWORD,
      allowed_actions: ["search-relevancy"],
      indices: ["films"],
    });
    browser = await signedIn();
    const made = await browser.ask(`${tests}/new`, {
      intent: "take-relevance-test",
      search: "films",
      version: "0",
      then: "save",
      ...expected,
    });
    expect(made.flash).toContain("Relevance test films saved.");
    const draft = await browser.ask("/app/films/results", { intent: "save-draft", size: "25", ...results });
    expect(draft.status).toBe(302);
    expect((await browser.ask("/cluster/user-management/tess/view", { intent: "view-as" })).status).toBe(302);
  });

  it("shows and runs them with that user's rights, without the admin's draft, and leaves no results", async () => {
    expect((await browser.ask("/app/films/search/review")).text).toContain("No pending changes");
    const ran = await browser.ask(run);
    expect([ran.status, JSON.parse(ran.text)]).toMatchObject([200, { on: "live", tests: 1, passed: 1 }]);
    expect((await browser.ask(`${run}?on=draft`)).status).toBe(409);
    expect((await browser.ask(tests)).text).toMatch(/films.*Not run yet/);
    expect((await browser.ask(run.replace("films", "salaries"))).status).toBe(403);
    expect((await browser.ask("/app/salaries/relevance-tests")).status).toBe(403);
  });

  it("takes no new one", async () => {
    const made = await browser.ask(`${tests}/new`, {
      intent: "take-relevance-test",
      search: "more",
      version: "0",
      then: "save",
      ...expected,
    });
    expect([made.status, made.text.includes("You view the console as tess, which only reads")]).toEqual([403, true]);
    expect((await browser.ask(tests)).text).not.toContain("more");
  });
});

it("begins for nobody but an admin, by a forged form either", async () => {
  const browser = await signedIn(backend.url, "boss", PASSWORD);
  const { flash } = await browser.ask(VIEW, { intent: "view-as" });
  expect(flash).toContain("Only an admin can view the console as another user");
  expect((await browser.ask("/cluster")).text).not.toContain("Viewing as");
});

it("begins nothing on a server that passes the header over, and says so", async () => {
  const browser = await signedIn(older.url);
  expect((await browser.ask(VIEW)).text).toContain("This server does not show what another user sees");
  expect((await browser.ask(VIEW, { intent: "view-as" })).flash).toContain(
    "This server does not show what another user sees",
  );
  expect((await browser.ask("/cluster")).text).not.toContain("Viewing as");
});

describe("sign-ins to this console", () => {
  const NEXT = "another-quiet-owl-at-night";

  it("end for a user whose password is changed, and for one who is deleted", async () => {
    const admin = await signedIn(backend.url);
    await admin.ask("/cluster/user-management/new", { ...typed, intent: "create-user" });
    const fresh = await signedIn(backend.url, typed.username, typed.password);
    const changed = await admin.ask("/cluster/user-management/fresh/password", {
      intent: "set-password",
      password: NEXT,
    });
    expect(changed.flash).toContain("Password of fresh changed. Ended 1 sign-in.");
    expect((await fresh.ask("/account/sign-ins")).location).toMatch(/^\/login/);
    const again = await signedIn(backend.url, typed.username, NEXT);
    await admin.ask("/cluster/user-management/fresh/delete", { intent: "delete-user", confirmation: "fresh" });
    expect((await again.ask("/account/sign-ins")).location).toMatch(/^\/login/);
  });

  it("stay for who changes his own password, in this browser alone", async () => {
    await backend.call("POST", "/_user", { username: "second", password: PASSWORD, is_admin: true });
    const [own, other] = [
      await signedIn(backend.url, "second", PASSWORD),
      await signedIn(backend.url, "second", PASSWORD),
    ];
    const { status, location } = await own.ask("/cluster/user-management/second/password", {
      intent: "set-password",
      password: NEXT,
    });
    expect([status, location]).toEqual([302, "/cluster/user-management/second"]);
    expect((await own.ask("/cluster/user-management")).status).toBe(200);
    expect((await other.ask("/cluster")).location).toMatch(/^\/login/);
  });

  it("keep the password out of the change log and every page", async () => {
    const admin = await signedIn(backend.url);
    const pages = await Promise.all(
      ["/cluster/changes", "/cluster/user-management/second"].map((path) => admin.ask(path)),
    );
    expect(pages.map(({ text }) => text.includes(NEXT) || text.includes(typed.password))).toEqual([false, false]);
  });
});
