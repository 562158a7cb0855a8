import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as editPage } from "~/routes/pipelines/envs/edit";
import type { loader as deletePage } from "~/routes/pipelines/envs/delete";
import type { loader as listPage } from "~/routes/pipelines/envs/list";
import type { loader as newPage } from "~/routes/pipelines/envs/new";
import type { loader as changesPage } from "~/routes/data/changes/list";
import { keysIn } from "~/services/pipelines/envs/uses.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// Global variables: listed without their values, made, changed, checked and deleted.

const VALUE = "a-secret-value";
const SAVE = "save-global-env";
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("POST", "/_pipelines/env", { key: "DB_HOST", label: "Database host", value: VALUE });
  await backend.call("POST", "/_pipelines/env", { key: "UNUSED", label: "Unused", value: VALUE });
  const content = JSON.stringify({
    id: "films",
    description: "Film search",
    routes: [{ path: "/films", method: "POST", classify: { category: "reactivesearch" } }],
    stages: [{ use: "authorization" }, { id: "ask", scriptRef: "ask.js" }],
  });
  const scripts = {
    "ask.js": { content: "function handleRequest() { return { host: context.envs.DB_HOST } }", extension: "js" },
  };
  await backend.call("POST", "/_pipeline", { content, extension: "json", scripts });
});
afterAll(() => backend.close());

const typed = (more: Record<string, string>) => ({
  intent: SAVE,
  label: "Key",
  description: "",
  method: "GET",
  ...more,
});
const stored = async (key: string) => (await backend.call("GET", `/_pipelines/env/${key}`)).body as object;

it("are listed with what uses them, and without their values", async () => {
  const { data } = await openScreen<typeof listPage>("global-envs", { backend });
  expect(data?.list?.rows).toMatchObject([
    { key: "DB_HOST", name: "Database host", isSet: true, usedBy: [{ id: "films", name: "Film search" }] },
    { key: "UNUSED", usedBy: [] },
  ]);
  expect(JSON.stringify(data)).not.toContain(VALUE);
  expect((await openScreen<typeof listPage>("global-envs?q=database", { backend })).data?.list?.total).toBe(1);
  expect(await openScreen("global-envs", { backend, as: { actions: ["analytics"] } })).toRequire("Pipelines");
});

it("are named in texts and scripts in several ways", () => {
  const text = "{{envs.A}} {{ B }} ${{C}} envs.D envs['E'] envs?.F context.envs[\"G\"] other.H I";
  expect([...keysIn(text)].filter((key) => key.length === 1).sort()).toEqual(["A", "B", "C", "D", "E", "F", "G"]);
});

it("are made, and refused beside the field that is wrong", async () => {
  const make = (more: Record<string, string>) =>
    openScreen("global-envs/new", { backend, form: typed({ key: "MADE", password: VALUE, ...more }) });
  expect((await openScreen<typeof newPage>("global-envs/new", { backend })).data?.checks).toBe(true);
  expect(await make({ key: "a b" })).toHaveFieldError("key", /letters/i);
  expect(await make({ password: "" })).toHaveFieldError("password", /Enter a value/);
  expect(await make({ url: "ftp://x" })).toHaveFieldError("url", /https/);
  expect(await make({ url: "https://x.example", headers: "[]" })).toHaveFieldError("headers", /JSON object/);
  expect(await make({ expected: "99" })).toHaveFieldError("expected", /200 to 599/);
  expect(await make({ key: "DB_HOST" })).toHaveFieldError("key", /already/);
  expect(await make({ url: "https://x.example", headers: '{"A":"b"}', expected: "204" })).toRedirectTo(
    "/cluster/global-envs",
  );
  expect(await stored("MADE")).toMatchObject({
    value: VALUE,
    validate: { url: "https://x.example", method: "GET", expected_status: 204, headers: { A: "b" } },
  });
});

it("are changed; an empty value keeps the old one, and no page has it", async () => {
  const page = await openScreen<typeof editPage>("global-envs/DB_HOST", { backend });
  expect(page.data?.values).toMatchObject({ key: "DB_HOST", label: "Database host" });
  expect(page.data?.usedBy).toEqual([{ id: "films", name: "Film search" }]);
  expect(JSON.stringify(page.data)).not.toContain(VALUE);
  const save = (more: Record<string, string>) =>
    openScreen("global-envs/DB_HOST", { backend, form: typed({ key: "DB_HOST", password: "", ...more }) });
  expect(await save({ label: "Host" })).toRedirectTo("/cluster/global-envs");
  expect(await stored("DB_HOST")).toMatchObject({ label: "Host", value: VALUE });
  expect(await save({ label: "Host", password: "another" })).toFlash("Host saved.");
  expect(await stored("DB_HOST")).toMatchObject({ value: "another" });
  expect((await openScreen("global-envs/NONE", { backend })).status).toBe(404);
});

it("are checked by the server, which tells no value; others do not offer it", async () => {
  const url = "https://out.example.test/${DB_HOST}";
  const form = typed({ key: "DB_HOST", password: "", then: "check", url });
  const opened = await openScreen<() => Promise<unknown>>("global-envs/DB_HOST", { backend, form });
  expect([opened.status, JSON.stringify(opened)]).toEqual([200, expect.stringContaining("SCRIPT_ALLOWED_URLS")]);
  expect(JSON.stringify(opened)).not.toContain("another");
  const server = await playServer(
    searchServer({
      "/arc/plan": { body: { tier: "arc-enterprise", billing: false, version: "8.20.0" } },
      "/_user": { body: { username: "mira", password: "x", is_admin: false, allowed_actions: ["pipelines"] } },
    }),
  );
  const behind = { url: server.url, username: "mira", password: "right" };
  try {
    const { data } = await openScreen<typeof newPage>("global-envs/new", { backend: behind });
    expect(data?.checks).toBe(false);
    expect((await openScreen<typeof listPage>("global-envs", { backend: behind })).data?.list).toBeNull();
  } finally {
    await server.close();
  }
});

it("are put back by an undo of each change; no page of changes has a value", async () => {
  const open = (path: string, form?: Record<string, string>) =>
    openScreen<typeof changesPage>(path, { backend, ...(form && { form }) });
  const undoLast = async () => {
    const { data } = await open("changes");
    const [last] = data?.rows ?? [];
    const page = `changes/${last?.id ?? ""}`;
    for (const shown of [await open("changes"), await open(page), await open(`${page}/undo`)]) {
      expect(shown.status).toBe(200);
      expect(JSON.stringify(shown.data)).not.toContain(VALUE);
    }
    expect((await open(`${page}/undo`, { intent: "undo-change" })).response?.status).toBe(302);
  };
  const value = `${VALUE}-first`;
  await open("global-envs/new", typed({ key: "BACK", password: value }));
  await undoLast();
  expect((await backend.call("GET", "/_pipelines/env/BACK")).status).toBe(404);
  await open("global-envs/new", typed({ key: "BACK", password: value }));
  await open("global-envs/BACK", typed({ key: "BACK", password: `${VALUE}-second` }));
  expect(await stored("BACK")).toMatchObject({ value: `${VALUE}-second` });
  await undoLast();
  expect(await stored("BACK")).toMatchObject({ value });
  await open("global-envs/BACK/delete", { intent: "delete-global-env", confirmation: "BACK" });
  await undoLast();
  expect(await stored("BACK")).toMatchObject({ value, label: "Key" });
});

it("are deleted by name, after it was said what uses them", async () => {
  const { data } = await openScreen<typeof deletePage>("global-envs/DB_HOST/delete", { backend });
  expect(data?.usedBy).toEqual([{ id: "films", name: "Film search" }]);
  const remove = (confirmation: string) =>
    openScreen("global-envs/UNUSED/delete", { backend, form: { intent: "delete-global-env", confirmation } });
  expect(await remove("no")).toHaveFieldError("confirmation", /not “UNUSED”/);
  expect(await remove("UNUSED")).toRedirectTo("/cluster/global-envs");
  expect((await backend.call("GET", "/_pipelines/env/UNUSED")).status).toBe(404);
});
