import { generateKeyPairSync } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { SignJWT } from "jose";
import { Secret, TOTP } from "otpauth";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { type Backend, startBackend } from "@backend/start";
import { openEmptyEngine } from "../../replay/target";
import { giveFactor } from "../../setup/second-factor";
import { basic } from "../api";
import { BOX, CODE, SEARCH_PAGE } from "../ui-builder/support";

vi.setConfig({ testTimeout: 60_000 });

/** How long a change may take from one gateway to the other, in ms. */
const IN_FORCE = 2_000;
const ADMIN = basic("admin", "secret");

let opened: OpenedEngine;
let here: Backend;
let there: Backend;

beforeAll(async () => {
  opened = await openEmptyEngine();
  const start = () =>
    startBackend({
      engine: opened.engine,
      port: 0,
      adminUsername: "admin",
      adminPassword: "secret",
      log: pino({ level: "silent" }),
    });
  [here, there] = await Promise.all([start(), start()]);
  await call(here, "PUT", "/books");
  await call(here, "PUT", "/films");
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await opened.close();
});

async function call(
  backend: Backend,
  method: string,
  path: string,
  { body, as = ADMIN, headers = {} }: { body?: unknown; as?: string; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${backend.url}${path}`, {
    method,
    headers: { Authorization: as, "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers };
}

/**
 * Asks the other gateway until it answers as told, and holds it to the time. It was asked just before the change too,
 * so that what it remembers is as fresh as can be.
 */
async function changed({
  change,
  probe,
  before,
  after,
}: {
  change: () => Promise<{ status: number }>;
  probe: () => Promise<{ status: number; text: string }>;
  before: number | RegExp;
  after: number | RegExp;
}): Promise<void> {
  const fits = ({ status, text }: { status: number; text: string }, wanted: number | RegExp) =>
    typeof wanted === "number" ? status === wanted : wanted.test(text);
  const asked = performance.now();
  const first = await probe();
  const once = performance.now() - asked;
  expect(fits(first, before), `${first.status} ${first.text}`).toBe(true);
  expect((await change()).status).toBeLessThan(300);
  const started = performance.now();
  let last = await probe();
  while (!fits(last, after) && performance.now() - started < 5 * IN_FORCE) {
    await pause(20);
    last = await probe();
  }
  expect(fits(last, after), `${last.status} ${last.text}`).toBe(true);
  // The last look may have begun in time, and a slow machine takes long for each.
  expect(performance.now() - started).toBeLessThan(IN_FORCE + 5 * once);
}

it("a user made, changed and deleted on one is in force on the other", async () => {
  const asAnna = (password: string) => () => call(there, "GET", "/books/_search", { as: basic("anna", password) });
  const anna = {
    username: "anna",
    password: "one",
    email: "a@example.org",
    allowed_actions: ["develop"],
    indices: ["books"],
  };
  await changed({
    change: () => call(here, "POST", "/_user", { body: anna }),
    probe: asAnna("one"),
    before: 401,
    after: 200,
  });
  await changed({
    change: () => call(here, "PATCH", "/_user/anna", { body: { password: "two" } }),
    probe: asAnna("one"),
    before: 200,
    after: 401,
  });
  await changed({
    change: () => call(here, "PATCH", "/_user/anna", { body: { indices: ["films"] } }),
    probe: asAnna("two"),
    before: 200,
    after: 401,
  });
  await changed({
    change: () => call(here, "PATCH", "/_user/anna", { body: { indices: ["films", "books"] } }),
    probe: asAnna("two"),
    before: 401,
    after: 200,
  });
  await changed({
    change: () => call(here, "PATCH", "/_user/anna", { body: { allowed_actions: ["billing"] } }),
    probe: asAnna("two"),
    before: 200,
    after: 401,
  });
  await changed({
    change: () => call(here, "DELETE", "/_user/anna"),
    probe: () => call(there, "GET", "/_user/anna"),
    before: 200,
    after: 404,
  });
});

it("a credential made, changed and deleted on one is in force on the other", async () => {
  const made = await call(here, "POST", "/_permission", {
    body: { indices: ["books"], categories: ["search", "docs"] },
  });
  const { username, password } = JSON.parse(made.text) as { username: string; password: string };
  const probe = (index: string) => () => call(there, "GET", `/${index}/_search`, { as: basic(username, password) });
  const patch = (body: unknown) => () => call(here, "PATCH", `/_permission/${username}`, { body });
  expect((await probe("books")()).status).toBe(200);
  await changed({ change: patch({ indices: ["films"] }), probe: probe("books"), before: 200, after: 401 });
  await changed({ change: patch({ categories: ["docs"] }), probe: probe("films"), before: 200, after: 401 });
  await changed({ change: patch({ categories: ["search"] }), probe: probe("films"), before: 401, after: 200 });
  await changed({
    change: () => call(here, "DELETE", `/_permission/${username}`),
    probe: probe("films"),
    before: 200,
    after: 401,
  });
});

it("sections of settings that are saved on both at once are all kept", async () => {
  const sections = {
    search: { dataField: ["title"] },
    results: { size: 3 },
    language: { language: "german" },
    synonyms: { enabled: false },
    rules: { enabled: false },
  };
  const saved = Object.entries(sections).map(([name, section], place) =>
    call(place % 2 === 0 ? here : there, "PUT", "/_searchrelevancy/films", { body: { [name]: section } }),
  );
  expect((await Promise.all(saved)).map(({ status }) => status)).toEqual(saved.map(() => 202));
  await pause(1_100);
  expect(JSON.parse((await call(here, "GET", "/_searchrelevancy/films")).text)).toMatchObject(sections);
  await call(here, "DELETE", "/_searchrelevancy/films");
});

it("settings of an index that are saved, changed and deleted on one fill the searches of the other", async () => {
  const put = (size: number) => () => call(here, "PUT", "/_searchrelevancy/books", { body: { results: { size } } });
  const probe = () => call(there, "POST", "/books/_reactivesearch/validate", { body: { query: [{ id: "a" }] } });
  await changed({ change: put(3), probe, before: /"body":\{"query"/, after: /"size":3\b/ });
  await changed({ change: put(4), probe, before: /"size":3\b/, after: /"size":4\b/ });
  await changed({
    change: () => call(here, "DELETE", "/_searchrelevancy/books"),
    probe,
    before: /"size":4\b/,
    after: /"body":\{"query"/,
  });
});

it("a second factor made on one is asked for on the other, a code counts once on both, a proof of one is good on the other", async () => {
  const as = basic("berta", "one");
  await call(here, "POST", "/_user", {
    body: { username: "berta", password: "one", allowed_actions: ["develop"], indices: ["books"] },
  });
  const own = (backend: Backend, path: string, body: object) =>
    call(backend, "POST", `/_user/_second_factor/${path}`, { body, as });
  const { secret } = z.object({ secret: z.string() }).parse(JSON.parse((await own(here, "_begin", {})).text));
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  const search = (backend: Backend, proof = "") =>
    call(backend, "GET", "/books/_search", { as, headers: { "X-Second-Factor": proof } });
  await changed({
    change: () => own(here, "_confirm", { code: code(-1) }),
    probe: () => search(there),
    before: 200,
    after: 401,
  });
  const answers = await Promise.all(
    [here, there, here, there].map((backend) => own(backend, "_verify", { code: code(0) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  const { proof } = z
    .object({ proof: z.string() })
    .parse(JSON.parse(answers.find(({ status }) => status === 200)?.text ?? ""));
  for (const backend of [here, there]) expect((await search(backend, proof)).status).toBe(200);
  await changed({
    change: () => call(there, "DELETE", "/_user/berta/_second_factor"),
    probe: () => search(here),
    before: 401,
    after: 200,
  });
});

it("an operator takes the second factor of a user away by starting a gateway", async () => {
  await call(here, "POST", "/_user", {
    body: { username: "clara", password: "one", allowed_actions: ["develop"], indices: ["books"] },
  });
  await giveFactor({ url: here.url, username: "clara", password: "one" });
  const search = () => call(here, "GET", "/books/_search", { as: basic("clara", "one") });
  const start = () =>
    startBackend({
      engine: opened.engine,
      port: 0,
      adminUsername: "admin",
      adminPassword: "secret",
      resetSecondFactor: "clara",
    });
  await changed({
    change: async () =>
      start()
        .then((third) => third.close())
        .then(() => ({ status: 200 })),
    probe: search,
    before: 401,
    after: 200,
  });
});

it("a public key and the credential of a role are in force on the other", async () => {
  const keys = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
  const [first, second] = keys;
  if (!first || !second) throw new Error("no keys");
  const pem = (key: typeof first) =>
    Buffer.from(key.publicKey.export({ type: "spki", format: "pem" })).toString("base64");
  const token = `Bearer ${await new SignJWT({ role: "reader" }).setProtectedHeader({ alg: "RS256" }).sign(first.privateKey)}`;
  const probe = () => call(there, "GET", "/books/_search", { as: token });
  await changed({
    change: () => call(here, "PUT", "/_public_key", { body: { public_key: pem(first) } }),
    probe,
    before: /No Public Key/,
    after: /No API credentials match/,
  });
  await changed({
    change: () => call(here, "POST", "/_role/reader", { body: { indices: ["books"] } }),
    probe,
    before: 401,
    after: 200,
  });
  await changed({
    change: () => call(here, "PATCH", "/_role/reader", { body: { indices: ["films"] } }),
    probe,
    before: 200,
    after: 401,
  });
  await changed({
    change: () => call(here, "PUT", "/_public_key", { body: { public_key: pem(second) } }),
    probe,
    before: /cannot access/,
    after: /verification error/,
  });
});

it("sync preferences and re-indexed names are the same on the other", async () => {
  const interval = () => call(there, "GET", "/_sync/preferences");
  await changed({
    change: () => call(here, "PUT", "/_sync/preferences", { body: { interval: 45 } }),
    probe: interval,
    before: /./,
    after: /"interval":45/,
  });
  const names = () => call(there, "GET", "/_aliasedindices");
  await changed({
    change: () => call(here, "POST", "/_reindex/books", { body: {} }),
    probe: names,
    before: /"index":"books"/,
    after: /"alias":"books"[^}]*"index":"books_reindexed_1"/,
  });
});

it("a search box made, changed by its featured suggestions and deleted on one is in force on the other", async () => {
  const path = "/_uibuilder/searchbox/shared-box";
  const probe = () => call(there, "GET", path);
  const save = () => call(here, "PUT", path, { body: BOX });
  await changed({ change: save, probe, before: 404, after: 200 });
  const sections = [{ id: "other", suggestions: [{ label: "of one gateway" }] }];
  const group = () => call(here, "PUT", "/_featured_suggestions_group/shared-box", { body: { sections } });
  await changed({ change: group, probe, before: /New books/, after: /of one gateway/ });
  // Saved on both at once: one box stands as a whole, and none is lost half.
  const both = [here, there].map((backend, at) =>
    call(backend, "PUT", path, { body: { ...BOX, description: `${at}` } }),
  );
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  await changed({ change: () => call(here, "DELETE", path), probe, before: 200, after: 404 });
});

it("a page and its code that are saved and deleted on one are in force on the other", async () => {
  const path = "/_uibuilder/7a4c0000-1111-4222-8333-444455556666";
  const save = (name: string) => () => call(here, "PUT", `${path}/search`, { body: { ...SEARCH_PAGE, name } });
  const probe = () => call(there, "GET", `${path}/search`);
  await changed({ change: save("First"), probe, before: 404, after: 200 });
  await changed({ change: save("Second"), probe, before: /First/, after: /Second/ });
  const versions = [here, there, here, there].map((backend) => call(backend, "PUT", `${path}/code`, { body: CODE }));
  const given = (await Promise.all(versions)).map(({ text }) => /"version_id":"(\d)"/.exec(text)?.[1]);
  expect(given.sort()).toEqual(["1", "2", "3", "4"]);
  await changed({ change: () => call(here, "DELETE", `${path}/search`), probe, before: 200, after: 404 });
  expect((await call(there, "GET", `${path}/code/version/1`)).status).toBe(404);
});

it("one index is re-indexed by one gateway at a time", async () => {
  await call(here, "PUT", "/turns");
  const answers = await Promise.all(
    [here, there, here, there].map((backend) => call(backend, "POST", "/_reindex/turns", { body: {} })),
  );
  const refused = answers.filter(({ status }) => status === 400);
  // Those that came while another was at work were refused, and what went through left one index behind the name.
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(4);
  expect(refused.length).toBeGreaterThan(0);
  for (const { text } of refused) expect(text).toMatch(/already in progress|Unable to get the size/);
  const names = JSON.parse((await call(there, "GET", "/_alias/turns")).text) as object;
  expect(Object.keys(names)).toHaveLength(1);
});

it("letters typed one after the other are one search, whichever gateway they reach", async () => {
  const search = (backend: Backend, value: string, headers: Record<string, string> = {}) =>
    call(backend, "POST", "/films/_reactivesearch", {
      body: {
        query: [{ id: "q", type: "search", value, dataField: "title" }],
        settings: { recordAnalytics: true, userId: "typist" },
      },
      headers,
    });
  // A search is answered when its id is known, and its session written just after: the next one comes when a person has
  // typed it.
  const written = (text: string) =>
    vi.waitFor(
      async () => {
        await call(here, "POST", "/.search_sessions/_refresh");
        expect((await call(here, "GET", "/.search_sessions/_search?size=100")).text).toContain(text);
      },
      { timeout: 10_000, interval: 50 },
    );
  const ids: (string | null)[] = [];
  for (const [place, value] of ["b", "bo", "boo", "book"].entries()) {
    ids.push((await search(place % 2 === 0 ? here : there, value)).headers.get("x-search-id"));
    await written(`"text":"${value}"`);
  }
  expect(ids[0]).toBeTruthy();
  expect(new Set(ids).size).toBe(1);
  expect((await search(there, "lamp")).headers.get("x-search-id")).not.toBe(ids[0]);
  await written('"text":"lamp"');
  expect((await search(here, "late", { "X-Timestamp": "2000" })).headers.get("x-search-id")).toBeTruthy();
  await written('"newest":2000');
  expect((await search(there, "later", { "X-Timestamp": "1999" })).headers.get("x-search-id")).toBeNull();
});
