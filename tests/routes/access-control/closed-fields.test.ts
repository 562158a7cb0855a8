import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createSession } from "~/sessions.server";
import { readCases } from "../../replay/cases";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, playServer, testContext } from "../../setup/console";
import { type Behind, openScreen } from "../../setup/open-screen";
import { renderedConsole } from "../../setup/rendered";

// What the fields of a credential hold, said for the server that keeps it: ours, and a ReactiveSearch server that is
// played by its recorded answers.

const recorded = [...readCases("meta"), ...readCases("permissions"), ...readCases("users")];
const answerOf = (id: string) => {
  const found = recorded.find((one) => one.id === id);
  if (!found) throw new Error(`no recorded case ${id}`);
  return found.response;
};
const stored = answerOf("permissions.create.full");
const name = z.object({ username: z.string() }).parse(stored.body).username;

let open: Awaited<ReturnType<typeof renderedConsole>>;
let ours: TestBackend;
let elsewhere: Awaited<ReturnType<typeof playServer>>;

beforeAll(async () => {
  open = await renderedConsole();
  ours = await startTestBackend();
  const answers: Record<string, { status: number; body?: unknown }> = {
    "GET /": answerOf("meta.root"),
    "GET /arc/plan": answerOf("meta.plan"),
    "GET /_user": { status: 200, body: { username: "mira", is_admin: true, indices: ["*"] } },
    // Its order of members and its own ones as recorded; it stores nothing that it does not know.
    "POST /_permission": stored,
    [`GET /_permission/${encodeURIComponent(name)}`]: answerOf("permissions.get"),
    "GET /_permissions": { status: 200, body: [answerOf("permissions.get").body] },
  };
  elsewhere = await playServer(
    ({ method, path }) => answers[`${method} ${path.split("?")[0] ?? ""}`] ?? { status: 405, body: "" },
  );
}, 60_000);
afterAll(async () => {
  await ours.close();
  await elsewhere.close();
});

const other = (): Behind => ({ url: elsewhere.url, username: "mira", password: "right" });
const typed = {
  ...{
    intent: "take-credential",
    then: "save",
    version: "",
    description: "web shop",
    access: "read",
    categories: "search",
    "limits.search": "5",
  },
  ...{
    referers: "https://shop.test/*",
    sources: "0.0.0.0/0",
    indices: "books*",
    ipLimit: "1000",
    expires: "never",
    unit: "days",
    queryDsl: "on",
  },
  ...{ include: "title\nprice", exclude: "cost", includedOnly: "on" },
};

async function pageOf(path: string, behind: Behind): Promise<string> {
  const context = testContext({ SEARCH_URL: behind.url });
  const cookie = cookiesOf(
    new Headers({ "Set-Cookie": createSession({ request: consoleRequest("/"), context, ...behind }) }),
  );
  const answer = await open(consoleRequest(path, { cookie }), context);
  expect(answer.status).toBe(200);
  return answer.text();
}

const closed = /Left out of every answer, and closed to searches/;
const leftOut = /Left out of documents only[\s\S]*does not close fields to searches/;

describe("a server that closes fields", () => {
  it("is asked for it in the form, and the page promises it", async () => {
    const made = await openScreen("credentials/new", { backend: ours, form: typed });
    expect(made.flash).not.toMatch(/kept/);
    const path = (made.response?.headers.get("Location") ?? "").split("?")[0] ?? "";
    const [form, edit, page] = await Promise.all(
      ["/cluster/credentials/new", `${path}/edit`, path].map((one) => pageOf(one, ours)),
    );
    for (const shown of [form, edit]) {
      expect(shown).toMatch(closed);
      expect(shown).toContain('name="includedOnly"');
      expect(shown).not.toMatch(leftOut);
    }
    for (const shown of [edit, page])
      expect(shown).toMatch(/See or search the fields cost[\s\S]*See or search fields other than title, price/);
  });
});

describe("a ReactiveSearch server, which leaves fields out of documents alone", () => {
  it("is not asked for more in the form, and the page promises no more", async () => {
    const path = `/cluster/credentials/${encodeURIComponent(name)}`;
    const [form, edit, page] = await Promise.all(
      ["/cluster/credentials/new", `${path}/edit`, path].map((one) => pageOf(one, other())),
    );
    for (const shown of [form, edit]) {
      expect(shown).toMatch(leftOut);
      expect(shown).not.toContain('name="includedOnly"');
      expect(shown).not.toMatch(closed);
    }
    for (const shown of [edit, page]) {
      expect(shown).toMatch(/See the fields cost[\s\S]*See fields other than title, price/);
      expect(shown).toMatch(/leaves excluded fields out of documents only/);
      expect(shown).not.toContain("See or search");
    }
  });

  it("is told to have dropped what was asked for all the same", async () => {
    const made = await openScreen("credentials/new", { backend: other(), form: typed });
    expect(made.flash).toMatch(/kept .*search include fields only \(none\)/);
  });
});
