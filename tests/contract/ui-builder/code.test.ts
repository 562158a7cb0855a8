import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { SYSTEM } from "@backend/gateway/platform/store/system-indices";
import { type Api, openApi } from "../api";
import { CODE, RECOMMENDATION, SEARCH_PAGE } from "./support";

const VersionsSchema = z.object({ versions: z.array(z.looseObject({ version_id: z.string() })) });
const VersionSchema = z.looseObject({ version_id: z.string(), created_at: z.number().int() });
const CountSchema = z.object({ count: z.number() });

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

const at = (id: string, rest = "") => `/_uibuilder/${id}/code${rest}`;
const put = (id: string, body: unknown) => api.call("PUT", at(id), body);
const numbers = async (id: string) =>
  VersionsSchema.parse((await api.call("GET", at(id, "/versions"))).body).versions.map(({ version_id }) => version_id);

async function page(kind: "search" | "recommendation" = "search"): Promise<string> {
  const id = randomUUID();
  await api.call("PUT", `/_uibuilder/${id}/${kind}`, kind === "search" ? SEARCH_PAGE : RECOMMENDATION);
  return id;
}

test("each save is a version, and every one can be read", async () => {
  const id = await page("recommendation");
  expect([(await api.call("GET", at(id))).status, await numbers(id)]).toEqual([404, []]);
  const first = await put(id, CODE);
  expect([first.status, first.body]).toEqual([200, expect.objectContaining({ ...CODE, version_id: "1" })]);
  expect(Math.abs(VersionSchema.parse(first.body).created_at - Date.now() / 1000)).toBeLessThan(60);
  const second = { code: { "/a.js": "" }, metadata: { commit: "" } };
  expect((await put(id, { code: second.code })).body).toMatchObject({ ...second, version_id: "2" });
  expect((await api.call("GET", at(id))).body).toMatchObject({ ...second, version_id: "2" });
  expect((await api.call("GET", at(id, "/version/1"))).body).toMatchObject(CODE);
  const { body } = await api.call("GET", at(id, "/versions"));
  expect(body).toMatchObject({ versions: [{ version_id: "2" }, { version_id: "1", metadata: CODE.metadata }] });
  expect(JSON.stringify(body)).not.toContain("App.js");
  for (const version of ["3", "0", "x", "1:"])
    expect((await api.call("GET", at(id, `/version/${version}`))).status).toBe(404);
});

test("versions of several writers are all kept, each with a number of its own", async () => {
  const id = await page();
  const kept = await Promise.all(Array.from({ length: 5 }, (_, n) => put(id, { code: { [`${n}.js`]: "" } })));
  const given = kept.map(({ body }) => VersionSchema.parse(body).version_id);
  expect([...given].sort()).toEqual(["1", "2", "3", "4", "5"]);
  expect(await numbers(id)).toEqual(["5", "4", "3", "2", "1"]);
});

test("there is none of a page that is not there, and it goes with its page", async () => {
  const id = randomUUID();
  expect((await put(id, CODE)).status).toBe(404);
  for (const rest of ["", "/versions", "/version/1"]) expect((await api.call("GET", at(id, rest))).status).toBe(404);
  const gone = await page();
  await put(gone, CODE);
  const count = async () => CountSchema.parse((await api.call("GET", `/${SYSTEM.uiCode.name}/_count`)).body).count;
  const before = await count();
  await api.call("DELETE", `/_uibuilder/${gone}/search`);
  expect([(await api.call("GET", at(gone))).status, await count()]).toEqual([404, before - 2]);
  await api.call("PUT", `/_uibuilder/${gone}/search`, SEARCH_PAGE);
  expect(await numbers(gone)).toEqual([]);
});

test("a call with local=true keeps nothing", async () => {
  const id = await page();
  expect((await api.call("PUT", `${at(id)}?local=true`, CODE)).status).toBe(200);
  expect(await numbers(id)).toEqual([]);
});

test.each<[string, unknown]>([
  ["no JSON", "{"],
  ["no files", { code: {} }],
  ["files as a text", { code: "a" }],
  ["a file that is a number", { code: { "a.js": 1 } }],
  ["a commit that is none", { code: { "a.js": "" }, metadata: { commit: 1 } }],
  ...[
    "../a",
    "a/../b",
    "..",
    "/..",
    "a/./b",
    "//a",
    "a//b",
    "a/",
    "",
    "a\\..\\b",
    "C:/a",
    "a\u0000b",
    "a/.. /b",
    "a/\n/b",
  ].map((path): [string, unknown] => [`a file called ${JSON.stringify(path)}`, { code: { [path]: "" } }]),
  ["one file twice", { code: { "/a.js": "1", "a.js": "2" } }],
])("%s is refused", async (_, body) => {
  const id = await page();
  const reply = await put(id, body);
  expect([reply.status, reply.body]).toEqual([400, { error: expect.objectContaining({ code: 400 }) as unknown }]);
  expect(await numbers(id)).toEqual([]);
});
