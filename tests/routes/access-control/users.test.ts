import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "~/routes/access-control/users/_parts/thing";
import { clusterLevel } from "~/navigation/paths";
import { openGate, startTestBackend, type Gate, type TestBackend } from "../../setup/backend";
import { documentAt } from "../../setup/document-at";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
let gate: Gate;
/** What was sent that changes something. */
const sent: { method: string; path: string; body: string }[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  gate.decide((path, _bulk, { method = "" }, body) => {
    if (method !== "GET") sent.push({ method, path, body });
    return "pass";
  });
  await backend.call("PUT", "/films");
  await backend.call("PUT", "/films-2026");
  await backend.call("PUT", "/oldfilms");
  await make("mira", { allowed_actions: ["develop"], indices: ["films"], email: "mira@example.org" });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const LIST = "/cluster/user-management";
const make = (username: string, fields: object) =>
  backend.call("POST", "/_user", { username, password: "a-quiet-owl", ...fields });
const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const open = <Data = Record<string, unknown>>(path: string, more: Partial<Parameters<typeof openScreen>[1]> = {}) =>
  openScreen<() => Data>(path.startsWith("/") ? path : `${LIST}/${path}`, { backend: behind(), ...more });
const stored = async (username: string) =>
  (await backend.call("GET", `/_user/${encodeURIComponent(username)}`)).body as Record<string, unknown>;
const typed = {
  username: "nils",
  password: "a-quiet-owl-at-night",
  email: "",
  actions: "develop",
  indices: "films, shop-*",
  sources: "10.0.0.0/8",
  depth: "",
};

type Rows = {
  list: { rows: { username: string; rights: string; usage: { calls: number } | null }[]; usageMissing: string | null };
};

describe("the list", () => {
  it("shows rights and calls, and no hash of a password", async () => {
    const { data } = await open<Rows>(LIST);
    const mira = data?.list.rows.find(({ username }) => username === "mira");
    expect(mira).toMatchObject({
      rights: "Develop",
      indices: ["films"],
      email: "mira@example.org",
      usage: { calls: 0 },
    });
    expect(data?.list.rows.find(({ username }) => username === "admin")).toMatchObject({ isAdmin: true, own: true });
    expect(JSON.stringify(data)).not.toMatch(/\$2[aby]\$|"password"/);
  });

  it("filters by text and by action, admins with each", async () => {
    const names = async (query: string) =>
      (await open<Rows>(`${LIST}?${query}`)).data?.list.rows.map(({ username }) => username);
    expect(await names("q=EXAMPLE.org")).toEqual(["mira"]);
    expect(await names("action=develop")).toEqual(["admin", "mira"]);
    expect(await names("action=speed")).toEqual(["admin"]);
    expect(await names("action=admin")).toEqual(["admin"]);
  });

  it.each(["new", "New", "~new", "edit", "user-management"])(
    "leads to the pages of a user called %s",
    async (username) => {
      await make(username, { allowed_actions: ["develop"] });
      for (const page of ["edit", "password", "delete", undefined] as const)
        expect(
          await open<{ username?: string }>(users.path(clusterLevel, { id: username, page })),
          page ?? "user",
        ).toMatchObject({
          status: 200,
        });
      expect(
        (await open<{ user: { username: string } }>(users.path(clusterLevel, { id: username }))).data?.user.username,
      ).toBe(username);
      await backend.call("DELETE", `/_user/${username}`);
    },
  );

  it.each([405, 404, 401])("goes on without calls where the server answers them with %s", async (status) => {
    const other = await openGate(backend.url);
    other.decide((path) =>
      path.startsWith("/_logs/callers")
        ? { status, body: status === 405 ? "" : '{"error":{"code":1,"message":"no"}}' }
        : "pass",
    );
    const { data } = await open<Rows>(LIST, { backend: { ...behind(), url: other.url } });
    expect(data?.list.usageMissing).toBe(status === 401 ? "right" : "server");
    expect(data?.list.rows.every(({ usage }) => usage === null)).toBe(true);
    await other.close();
  });
});

describe("a new user", () => {
  const post = (fields: Record<string, string>) =>
    open("new", { form: { intent: "create-user", ...typed, ...fields } });

  it("is created with what was typed", async () => {
    const made = await post({});
    expect(made.flash).toBe("User nils created.");
    expect(await stored("nils")).toMatchObject({
      allowed_actions: ["develop"],
      indices: ["films", "shop-*"],
      sources: ["10.0.0.0/8"],
      is_admin: false,
    });
  });

  it.each([
    ["password", { username: "weak", password: "short" }, /at least 10/],
    ["username", { username: "with:colon" }, /nobody could sign in/],
    ["username", { username: "a/b" }, /nobody could sign in/],
    ["username", { username: "new" }, /used by the console/],
    ["actions", { username: "idle", actions: "" }, /at least one action/],
    ["email", { username: "mail", email: "not one" }, /not an e-mail address/],
    ["sources", { username: "net", sources: "10.0.0.0/8 10.1" }, /10\.1: not an address range/],
    ["acls", { username: "calls", actions: "analytics", acls: "bulk" }, /do not open bulk/],
  ])("is refused beside %s: %j", async (field, fields, why) => {
    sent.length = 0;
    const refused = await post(fields);
    expect(refused.status).toBe(400);
    expect(refused.errors[field]?.join(" ")).toMatch(why);
    expect(sent).toEqual([]);
  });

  it("never takes the place of one that is there", async () => {
    const before = await stored("mira");
    const refused = await post({ username: "mira" });
    expect(refused).toMatchObject({
      status: 409,
      errors: { username: [expect.stringMatching(/There is a user mira already/)] },
    });
    expect(await stored("mira")).toEqual(before);
  });

  it("gets a generated password on request, shown once and sent nowhere", async () => {
    sent.length = 0;
    const { status, data } = await open<{ result: { initialValue: Record<string, string> } }>("new", {
      form: { intent: "create-user", ...typed, username: "", then: "generate" },
    });
    expect(status).toBe(200);
    expect(data?.result.initialValue).toMatchObject({
      password: expect.stringMatching(/^[a-zA-Z2-9]{20}$/),
      indices: typed.indices,
    });
    expect(sent).toEqual([]);
  });

  it("does not come back with its password when the form is refused", async () => {
    const refused = await post({ username: "mira" });
    expect(JSON.stringify(refused.thrown ?? refused)).not.toContain(typed.password);
  });
});

describe("the fold of what has sensible defaults", () => {
  const foldOf = async (fields?: Record<string, string>) => {
    const form = fields && { form: { intent: "create-user", ...typed, password: "short", ...fields } };
    const page = await documentAt({ backend: behind(), path: `${LIST}/new`, ...form });
    const fold = page.querySelector<HTMLDetailsElement>("main form details:has([name=sources])");
    const summary = fold?.querySelector("summary")?.textContent?.replace(/\s+/g, " ").trim();
    const named = (root: ParentNode | null | undefined) =>
      new Set([...(root?.querySelectorAll<HTMLInputElement>("[name]") ?? [])].map(({ name }) => name));
    return { open: fold?.open, summary, inside: named(fold), all: named(page.querySelector("main form")) };
  };

  it("is closed, and holds only that", async () => {
    const { open: isOpen, summary, inside, all } = await foldOf();
    expect([isOpen, summary]).toEqual([false, "Advanced Any IP address · every call of the actions"]);
    expect([...inside]).toEqual(["sources", "depth", "acls"]);
    for (const name of ["username", "password", "email", "isAdmin", "actions", "indices"])
      expect(all, name).toContain(name);
  });

  it("says what is set, and stays closed where the mistake is elsewhere", async () => {
    const filled = await foldOf({ sources: "10.0.0.0/8\n::1/128", depth: "2", acls: "search" });
    expect([filled.open, filled.summary]).toEqual([false, "Advanced 2 IP sources · depth 2 · only 1 call"]);
    expect((await foldOf({ sources: "10.0.0.0/8" })).summary).toContain("IP source 10.0.0.0/8");
  });

  it.each<Record<string, string>>([
    { sources: "10.1" },
    { depth: "99" },
    { depth: "x" },
    { actions: "analytics", acls: "bulk" },
  ])("opens itself for %j", async (fields) => {
    expect((await foldOf(fields)).open).toBe(true);
  });
});

describe("names of all kinds", () => {
  it.each(["with space", "ünïcode 映画", "50%41", "x.data"])(
    "%s has a page, is edited and deleted",
    async (username) => {
      await make(username, { allowed_actions: ["develop"] });
      const path = `${LIST}/${encodeURIComponent(username).replace(".data", "%2Edata")}`;
      expect((await open<{ user: { username: string } }>(path)).data?.user.username).toBe(username);
      expect((await open<{ username: string }>(`${path}/delete`)).status).toBe(200);
    },
  );

  it("that nobody has answer 404", async () => {
    for (const page of ["", "/edit", "/password", "/delete", "/review", "/view"])
      expect((await open(`nobody${page}`)).status).toBe(404);
  });
});

describe("an edit", () => {
  async function edit(username: string, fields: Record<string, string>) {
    const { data } = await open<{ version: string; values: Record<string, string> }>(`${username}/edit`);
    const values = data?.values ?? {};
    return open(`${username}/edit`, {
      form: {
        intent: "edit-user",
        ...values,
        acls: "",
        password: "",
        isAdmin: "",
        version: data?.version ?? "",
        ...fields,
      },
    });
  }
  async function save(location: string) {
    const { data } = await open<{ review: { version: string } }>(location);
    return open(location, { form: { intent: "save-changes", version: data?.review.version ?? "" } });
  }
  const locationOf = (opened: { response: Response | undefined }) => opened.response?.headers.get("Location") ?? "";

  it("is reviewed, and sends what differs and nothing else", async () => {
    await make("edda", { allowed_actions: ["develop"], indices: ["films"] });
    const reviewed = await edit("edda", { actions: "develop", indices: "films\noldfilms" });
    sent.length = 0;
    expect((await save(locationOf(reviewed))).flash).toBe("User edda saved.");
    expect(sent.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ["PATCH", "/_user/edda", { indices: ["films", "oldfilms"] }],
    ]);
  });

  it("stops where somebody else saved meanwhile", async () => {
    await make("kim", { allowed_actions: ["develop"], indices: ["films"] });
    const location = locationOf(await edit("kim", { actions: "develop", indices: "films oldfilms" }));
    const { data } = await open<{ review: { version: string } }>(location);
    await backend.call("PATCH", "/_user/kim", { indices: ["other"] });
    const refused = await open(location, { form: { intent: "save-changes", version: data?.review.version ?? "" } });
    expect(refused.flash).toBe("Not saved: the user was changed in the meantime.");
    expect(await stored("kim")).toMatchObject({ indices: ["other"] });
    expect((await open<{ review: { state: string } }>(location)).data?.review.state).toBe("conflict");
  });

  it("locks nobody out", async () => {
    expect((await edit("admin", { actions: "develop" })).errors).toMatchObject({
      isAdmin: [expect.stringMatching(/only admin/)],
    });
    await make("second", { is_admin: true });
    expect((await edit("admin", { actions: "develop" })).errors).toMatchObject({
      isAdmin: [expect.stringMatching(/from yourself/)],
    });
    await backend.call("DELETE", "/_user/second");
  });
});

describe("somebody who manages users and is no admin", () => {
  const as = { actions: ["user-management"] };

  it("reads and edits, and is told what the server refuses", async () => {
    expect((await open<Rows>(LIST, { as })).data?.list.usageMissing).toBe("right");
    const refused = await open("new", {
      as,
      form: { intent: "create-user", ...typed, username: "boss", isAdmin: "on" },
    });
    expect(refused.status).toBe(403);
    expect(refused.errors[""]?.join(" ")).toMatch(/only an admin can give admin rights/);
  });

  it("cannot view the console as somebody else", async () => {
    const { data } = await open<{ gate: { ok: boolean; missing?: string } }>("mira/view", { as });
    expect(data?.gate).toMatchObject({ ok: false, missing: "Only an admin can view the console as another user" });
  });
});

describe("a deletion", () => {
  it("needs the name, and is off for the only admin and for oneself", async () => {
    await make("gone", { allowed_actions: ["develop"] });
    expect((await open("gone/delete", { form: { intent: "delete-user", confirmation: "gon" } })).status).toBe(400);
    expect((await open("gone/delete", { form: { intent: "delete-user", confirmation: "gone" } })).flash).toBe(
      "User gone deleted.",
    );
    const refused = await open("admin/delete", { form: { intent: "delete-user", confirmation: "admin" } });
    expect(refused).toMatchObject({ status: 409, errors: { "": [expect.stringMatching(/only admin/)] } });
  });
});
