import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Api, openApi } from "../api";
import { RECOMMENDATION, SEARCH_PAGE } from "./support";

const TimesSchema = z.looseObject({ created_at: z.number().int(), updated_at: z.number().int() });
const NameSchema = z.looseObject({ name: z.string() });
const ListSchema = z.array(z.looseObject({ id: z.string() }));

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

describe.each([
  ["search", SEARCH_PAGE],
  ["recommendation", RECOMMENDATION],
] as const)("a preference of the kind %s", (kind, page) => {
  const at = (id: string) => `/_uibuilder/${id}/${kind}`;
  const list = async () => ListSchema.parse((await api.call("GET", `/_uibuilder/${kind}`)).body).map(({ id }) => id);

  test("is given back as it was sent, markup, code and unknown members too", async () => {
    const id = randomUUID();
    const text = JSON.stringify({ ...page, own: [{ "<a>": 1 }], big: "BIG" }).replace(
      '"BIG"',
      "98765432109876543210.5",
    );
    expect((await api.call("PUT", at(id), text)).body).toMatchObject({
      code: 200,
      message: "Preference is saved successfully",
    });
    const read = await api.call("GET", at(id));
    expect([read.status, read.body]).toEqual([200, expect.objectContaining({ ...page, id, own: [{ "<a>": 1 }] })]);
    expect(read.text).toContain('"big":98765432109876543210.5');
  });

  test("has its times in seconds, is listed, and gone once it is deleted", async () => {
    const id = randomUUID();
    await api.call("PUT", at(id), { ...page, created_at: 1 });
    const first = TimesSchema.parse((await api.call("GET", at(id))).body);
    expect(Math.abs(first.created_at - Date.now() / 1000)).toBeLessThan(60);
    await api.call("PUT", at(id), { ...page, description: "again" });
    expect(TimesSchema.parse((await api.call("GET", at(id))).body)).toMatchObject({
      created_at: first.created_at,
      description: "again",
    });
    expect(await list()).toContain(id);
    expect((await api.call("DELETE", at(id))).status).toBe(200);
    expect(await list()).not.toContain(id);
    for (const method of ["GET", "DELETE"])
      expect(await api.call(method, at(id))).toMatchObject({ status: 404, body: { error: { code: 404 } } });
  });

  test("is of its kind alone", async () => {
    const id = randomUUID();
    await api.call("PUT", at(id), page);
    const other = kind === "search" ? "recommendation" : "search";
    expect((await api.call("GET", `/_uibuilder/${id}/${other}`)).status).toBe(404);
    expect((await api.call("DELETE", `/_uibuilder/${id}/${other}`)).status).toBe(404);
    expect((await api.call("GET", at(id))).status).toBe(200);
  });

  test("of one writer stands in the place of another's, as a whole", async () => {
    const id = randomUUID();
    const names = Array.from({ length: 6 }, (_, n) => `by ${n}`);
    const kept = await Promise.all(names.map((name) => api.call("PUT", at(id), { ...page, name })));
    expect(kept.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(names).toContain(NameSchema.parse((await api.call("GET", at(id))).body).name);
  });

  test("that is sent with local=true is told as kept, and is not; one that has not changed is not sent again", async () => {
    const id = randomUUID();
    expect((await api.call("PUT", `${at(id)}?local=true`, page)).status).toBe(200);
    expect((await api.call("GET", at(id))).status).toBe(404);
    await api.call("PUT", at(id), page);
    const etag = (await api.call("GET", at(id))).headers["etag"] ?? "";
    const again = () => api.call("GET", at(id), undefined, { headers: { "If-None-Match": `"x", ${etag}` } });
    expect([(await again()).status, (await again()).text]).toEqual([304, ""]);
    expect((await api.call("DELETE", `${at(id)}?local=true`)).status).toBe(200);
    await api.call("PUT", at(id), { ...page, name: "Another" });
    expect((await again()).status).toBe(200);
  });

  test.each(["a", "1", "7a4c0000-0000-1000-8000-000000000000", "7a4c0000-0000-4000-8000-00000000000g"])(
    "is refused under the ID %s",
    async (id) => {
      expect((await api.call("PUT", at(id), page)).status).toBe(400);
      expect((await api.call("GET", at(id))).status).toBe(404);
    },
  );

  test.each<[string, unknown]>([
    ["no JSON", "{"],
    ["a list", []],
    ["no name", { ...page, name: undefined }],
    ["a blank name", { ...page, name: " " }],
    ["settings that are a text", { ...page, exportSettings: "user:key" }],
  ])("%s is refused", async (_, body) => {
    const id = randomUUID();
    const reply = await api.call("PUT", at(id), body);
    expect([reply.status, reply.body]).toEqual([400, { error: expect.objectContaining({ code: 400 }) as unknown }]);
    expect((await api.call("GET", at(id))).status).toBe(404);
  });
});
