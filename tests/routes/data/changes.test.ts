import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action as createIndex } from "~/routes/overview/create-index";
import { action as closeIndex } from "~/routes/overview/close-index";
import { action as addDocument } from "~/routes/data/browse/add";
import { loader as changeScreen } from "~/routes/data/changes/change";
import { loader as file } from "~/routes/data/changes/file";
import { loader as list } from "~/routes/data/changes/list";
import { action as undo, loader as undoScreen } from "~/routes/data/changes/undo";
import { action as changeWindow, loader as windowScreen } from "~/routes/data/changes/window";
import { createSession, takeFlash } from "~/sessions.server";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../../setup/console";

let backend: TestBackend;
let gate: Gate;
const sent: string[] = [];
/** Who sent them. */
const senders = new Set<string | undefined>();

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  gate.decide((path, _bulk, { method = "", headers }) => {
    if (["GET", "HEAD"].includes(method)) return "pass";
    sent.push(`${method} ${path.replace(/\?.*/, "")}`);
    senders.add(headers.authorization);
    return "pass";
  });
  await backend.call("POST", "/_user", {
    username: "held",
    password: "pass-held",
    allowed_actions: ["develop"],
    indices: ["mine"],
  });
  await backend.call("POST", "/_user", {
    username: "keys",
    password: "pass-keys",
    allowed_actions: ["access-control", "user-management"],
    indices: ["*"],
  });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

type Env = Record<string, string>;

/** A console with somebody signed in: `as` gives the arguments of a loader or action. */
function consoleOf(env: Env = {}) {
  const context = testContext({ SEARCH_URL: gate.url, ...env });
  return ({ username = "admin", password = "test-password" }: { username?: string; password?: string } = {}) => {
    const made = createSession({ request: consoleRequest("/"), context, url: gate.url, username, password });
    const cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
    return (path: string, form?: Record<string, string>) => {
      const [, level, app, , third] = path.replace(/\?.*/, "").split("/");
      const params: Record<string, string | undefined> = level === "app" ? { appName: app } : {};
      const id = level === "app" ? third : path.split("/")[3];
      if (path.includes("/changes/"))
        params["changeId"] = (level === "app" ? path.split("/")[4] : id)?.replace(/\?.*/, "");
      return { request: consoleRequest(path, { cookie, ...(form ? { form } : {}) }), params, context };
    };
  };
}

const flashOf = (answer: Response) => takeFlash(consoleRequest("/", { cookie: cookiesOf(answer.headers) })).flash;
const newIndex = (name: string) => ({ intent: "create-index", name, shards: "1", replicas: "0" });

describe("a change", () => {
  it("is in the log with who, where, the request and the answer, and its undo is shown before it is sent", async () => {
    const admin = consoleOf()();
    const made = await responseOf(createIndex(admin("/cluster/create-index", newIndex("films"))));
    const flash = flashOf(made);
    expect(flash).toMatchObject({ kind: "good", undo: expect.stringMatching(/^c-/) });
    const { rows, total } = await list(admin("/cluster/changes"));
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      title: "Created index",
      person: "admin",
      resource: "films",
      method: "PUT",
      path: "/films",
      outcome: "success",
    });
    const page = await changeScreen(admin(`/cluster/changes/${flash?.undo}`));
    expect(page).toMatchObject({
      answer: expect.stringMatching(/^200 in/),
      from: "Cluster overview",
      undoable: true,
      address: expect.stringMatching(/^192/),
    });
    expect(page.request?.curl).toContain("curl -X PUT");
    expect(page.request?.curl).not.toContain("test-password");

    const here = `/cluster/changes/${flash?.undo}/undo`;
    sent.length = 0;
    expect(await undoScreen(admin(here))).toMatchObject({
      parts: [
        { plan: { ready: true, note: "The index is still empty.", request: { method: "DELETE", path: "/films" } } },
      ],
    });
    expect(sent).toEqual([]);
    const undone = await responseOf(undo(admin(here, { intent: "undo-change" })));
    expect(flashOf(undone)?.text).toBe("Deleted index films.");
    expect(sent).toEqual(["DELETE /films"]);
    expect((await list(admin("/cluster/changes"))).rows.map(({ title, outcome }) => [title, outcome])).toEqual([
      ["Deleted index", "success"],
      ["Created index", "undone"],
    ]);
    // Once is enough.
    expect(await undoScreen(admin(here))).toMatchObject({ parts: [{ plan: null }] });
    expect(flashOf(await responseOf(undo(admin(here, { intent: "undo-change" }))))).toMatchObject({ kind: "bad" });
  });

  it("that has been changed since is not undone", async () => {
    const admin = consoleOf()();
    const flash = flashOf(await responseOf(createIndex(admin("/cluster/create-index", newIndex("filled")))));
    await backend.call("PUT", "/filled/_doc/1?refresh=true", { title: "A" });
    const here = `/cluster/changes/${flash?.undo}/undo`;
    expect(await undoScreen(admin(here))).toMatchObject({
      parts: [{ plan: { ready: false, note: expect.stringContaining("has documents now") } }],
    });
    sent.length = 0;
    await responseOf(undo(admin(here, { intent: "undo-change" })));
    expect(sent).toEqual([]);
    // An index that somebody else opened needs no opening.
    const closed = flashOf(await responseOf(closeIndex(admin("/app/filled/close", { intent: "close-index" }))));
    expect(await undoScreen(admin(`/cluster/changes/${closed?.undo}/undo`))).toMatchObject({
      parts: [{ plan: { ready: true, request: { path: "/filled/_open" } } }],
    });
    await backend.call("POST", "/filled/_open");
    expect(await undoScreen(admin(`/cluster/changes/${closed?.undo}/undo`))).toMatchObject({
      parts: [{ plan: { ready: false } }],
    });
  });

  it("that the server refuses is logged as failed, with its words", async () => {
    const admin = consoleOf()();
    const refused = replyOf(await createIndex(admin("/cluster/create-index", newIndex("filled"))));
    expect(refused.errors["name"]?.[0]).toContain("already");
    const { rows } = await list(admin("/cluster/changes?outcome=failed"));
    expect(rows).toMatchObject([
      { title: "Create index", outcome: "failed", note: expect.stringContaining("already exists") },
    ]);
  });
});

describe("who reads the log", () => {
  it("sees what he has the permission for, of indices that the server lets him use now", async () => {
    const as = consoleOf();
    const admin = as();
    const held = as({ username: "held", password: "pass-held" });
    const keys = as({ username: "keys", password: "pass-keys" });
    for (const name of ["mine", "yours"]) await createIndex(admin("/cluster/create-index", newIndex(name)));
    const secret = await responseOf(
      addDocument(
        admin("/app/yours/browse/documents/add", {
          intent: "add-document",
          source: '{"title":"T","password":"hunter2"}',
        }),
      ),
    );
    const id = flashOf(secret)?.undo ?? "";
    expect((await list(admin("/cluster/changes"))).total).toBe(3);
    const seen = await list(held("/cluster/changes"));
    expect(seen.rows.map(({ resource }) => resource)).toEqual(["mine"]);
    expect(seen.filters.kinds).toEqual(["index"]);
    expect((await list(held("/app/mine/changes"))).total).toBe(1);
    expect((await list(held("/app/yours/changes"))).total).toBe(0);
    await expect(changeScreen(held(`/cluster/changes/${id}`))).rejects.toMatchObject({ status: 404 });
    await expect(changeScreen(held(`/app/mine/changes/${id}`))).rejects.toMatchObject({ status: 404 });
    await expect(undoScreen(held(`/cluster/changes/${id}/undo`))).rejects.toMatchObject({ status: 404 });
    // Another permission, another part of the log.
    expect((await list(keys("/cluster/changes"))).total).toBe(0);
    await expect(changeScreen(keys(`/cluster/changes/${id}`))).rejects.toMatchObject({ status: 404 });
    // Nobody reads a secret in it.
    const page = await changeScreen(admin(`/cluster/changes/${id}`));
    expect(JSON.stringify(page)).not.toContain("hunter2");
    expect(page).toMatchObject({ remark: "Secrets are masked.", after: expect.stringContaining("••••••") });
    // What is not on the page is not found by it either.
    expect((await list(admin("/cluster/changes?q=hunter2"))).total).toBe(0);
    expect((await list(admin("/cluster/changes?q=yours&person=admin&resource=document&range=last-7-days"))).total).toBe(
      1,
    );
    expect((await list(admin("/cluster/changes?person=held"))).total).toBe(0);
    const days = async (query: string) => (await list(admin(`/cluster/changes?${query}`))).total;
    expect(await days("from=2020-01-01&to=2020-12-31")).toBe(0);
    expect(await days("range=today")).toBe(await days("range=this-month"));
  });
});

describe("an undo", () => {
  it("is sent by the rights of who presses it, whoever made the change", async () => {
    const as = consoleOf();
    const admin = as();
    const held = as({ username: "held", password: "pass-held" });
    const add = async (title: string) =>
      flashOf(
        await responseOf(
          addDocument(
            admin("/app/mine/browse/documents/add", { intent: "add-document", source: JSON.stringify({ title }) }),
          ),
        ),
      )?.undo ?? "";
    const [first, second] = [await add("A"), await add("B")];
    const count = async () => {
      await backend.call("POST", "/mine/_refresh");
      return (await backend.call("GET", "/mine/_count")).body;
    };
    expect(await count()).toMatchObject({ count: 2 });
    senders.clear();
    expect(
      flashOf(await responseOf(undo(held(`/app/mine/changes/${first}/undo`, { intent: "undo-change" })))),
    ).toMatchObject({ kind: "good" });
    expect([...senders]).toEqual([`Basic ${Buffer.from("held:pass-held").toString("base64")}`]);
    expect(await count()).toMatchObject({ count: 1 });
    await backend.call("PATCH", "/_user/held", { indices: ["yours"] });
    await expect(undo(held(`/app/mine/changes/${second}/undo`, { intent: "undo-change" }))).rejects.toBeDefined();
    expect(await count()).toMatchObject({ count: 1 });
    await backend.call("PATCH", "/_user/held", { indices: ["mine"] });
  });
});

describe("the file of the log", () => {
  it("has what the list has on all of its pages, whole and masked, and no more", async () => {
    const as = consoleOf();
    const admin = as();
    for (const name of ["mine-2", "theirs"])
      await responseOf(createIndex(admin("/cluster/create-index", { ...newIndex(name), shards: "1" })));
    const textOf = async (args: ReturnType<typeof admin>) => (await file(args)).text();
    const rows = (await textOf(admin("/resources/changes/file"))).trim().split("\n");
    expect(rows.map((row) => JSON.parse(row) as unknown)).toMatchObject([
      {
        change: "Created index",
        index: "theirs",
        person: "admin",
        method: "PUT",
        path: "/theirs",
        after: expect.stringContaining("number_of_shards"),
      },
      { change: "Created index", index: "mine-2", status: 200, at: expect.stringMatching(/Z$/) },
    ]);
    const csv = await textOf(admin("/resources/changes/file?format=csv&q=theirs"));
    expect(csv.split("\n")[0]).toMatch(/^at,person,address,change/);
    expect(csv).not.toContain("/mine");
    const held = as({ username: "held", password: "pass-held" });
    expect(await textOf(held("/resources/changes/file"))).not.toContain("theirs");
    const inApp = { ...held("/resources/theirs/changes/file"), params: { appName: "theirs" } };
    expect(await textOf(inApp)).toBe("");
  });
});

describe("a server that is marked", () => {
  it("read-only takes no change, and the log says so", async () => {
    const admin = consoleOf({ READ_ONLY_SERVERS: gate.url })();
    sent.length = 0;
    const reply = replyOf(await createIndex(admin("/cluster/create-index", newIndex("nothing"))));
    expect(reply).toMatchObject({ status: 403 });
    expect(reply.errors[""]?.[0]).toBe(
      "The index was not created. This server is read-only in this console (READ_ONLY_SERVERS). Nothing was changed.",
    );
    expect(sent).toEqual([]);
    expect((await list(admin("/cluster/changes"))).rows).toMatchObject([
      { title: "Create index", outcome: "not sent" },
    ]);
    const refused = await responseOf(
      changeWindow(
        admin("/cluster/changes/writing-window", { intent: "open-window", reason: "because", minutes: "15" }),
      ),
    );
    expect(flashOf(refused)?.kind).toBe("bad");
  });

  it("protected takes changes while a writing window is open", async () => {
    const as = consoleOf({ PROTECTED_SERVERS: "*" });
    const admin = as();
    const create = async (name: string) => createIndex(admin("/cluster/create-index", newIndex(name)));
    const at = "/cluster/changes/writing-window";
    expect(replyOf(await create("window-1")).errors[""]?.[0]).toContain("no writing window is open");
    const bad = replyOf(await changeWindow(admin(at, { intent: "open-window", reason: " ", minutes: "9999" })));
    expect(Object.keys(bad.errors).sort()).toEqual(["minutes", "reason"]);
    await responseOf(changeWindow(admin(at, { intent: "open-window", reason: "new films", minutes: "15" })));
    // Somebody else sees it, uses it and ends it.
    const keys = as({ username: "keys", password: "pass-keys" });
    expect(await windowScreen(keys(at))).toMatchObject({
      protection: { mode: "protected", window: { person: "admin", reason: "new films" } },
    });
    expect((await responseOf(create("window-1"))).status).toBe(302);
    await responseOf(changeWindow(keys(at, { intent: "end-window" })));
    expect(replyOf(await create("window-2")).status).toBe(403);
    expect((await list(admin("/cluster/changes"))).rows.map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
      "Create index: not sent",
      "Ended writing window: success",
      "Created index: success",
      "Opened writing window: success",
      "Create index: not sent",
    ]);
  });
});
