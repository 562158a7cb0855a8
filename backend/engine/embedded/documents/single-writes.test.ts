import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteDatabase } from "@common/storage/sqlite";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

const folder = mkdtempSync(join(tmpdir(), "searchdeck-single-"));
let opened: EmbeddedEngine;

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  await opened.handle({
    method: "PUT",
    path: "/notes",
    body: JSON.stringify({ mappings: { properties: { number: { type: "integer" } } } }),
  });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (path: string, document: object) =>
  opened.handle({ method: "PUT", path: `/notes/${path}`, body: JSON.stringify(document) });

describe("single writes at once", () => {
  it("share commits, and each succeeds or fails alone", async () => {
    const deep = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const [broken, tooDeep, ...good] = await Promise.all([
      put("_doc/broken", { number: "no number" }),
      opened.handle({ method: "PUT", path: "/notes/_doc/deep", body: deep }),
      ...Array.from({ length: 60 }, (_, n) => put(`_doc/${n}`, { number: n })),
    ]);
    expect(broken.status).toBe(400);
    expect(tooDeep.status).toBe(400);
    expect(good.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
    expect(new Set(good.map(({ body }) => JSON.parse(body)._seq_no)).size).toBe(60);
    const count = await opened.handle({ method: "GET", path: "/notes/_count" });
    expect(JSON.parse(count.body).count).toBe(60);
  });

  it("of indices of asynchronous durability do not wait for the disk, unless others come with them", async () => {
    const settings = { index: { translog: { durability: "async" } } };
    await opened.handle({ method: "PUT", path: "/figures", body: JSON.stringify({ settings }) });
    const exec = vi.spyOn(SqliteDatabase.prototype, "exec");
    const pragmas = () => exec.mock.calls.flat().filter((sql) => sql.startsWith("PRAGMA"));
    const figure = (id: string) => opened.handle({ method: "PUT", path: `/figures/_doc/${id}`, body: "{}" });
    expect((await figure("1")).status).toBe(201);
    expect(pragmas()).toEqual(["PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"]);
    expect((await opened.handle({ method: "GET", path: "/figures/_doc/1" })).status).toBe(200);
    await Promise.all([figure("2"), put("_doc/beside", { number: 1 })]);
    expect(pragmas()).toHaveLength(2);
    exec.mockRestore();
  });

  it("make few segments", async () => {
    await opened.handle({ method: "PUT", path: "/few" });
    await Promise.all(
      Array.from({ length: 9 }, (_, n) => opened.handle({ method: "PUT", path: `/few/_doc/${n}`, body: "{}" })),
    );
    const { body } = await opened.handle({ method: "GET", path: "/few/_stats/segments" });
    expect(JSON.parse(body).indices.few.total.segments.count).toBeLessThanOrEqual(2);
  });

  it("see each other in the order in which they came", async () => {
    const [first, second, third] = await Promise.all([
      put("_create/same", { number: 1 }),
      put("_create/same", { number: 2 }),
      put("_doc/same", { number: 3 }),
    ]);
    expect([first.status, second.status, third.status]).toEqual([201, 409, 200]);
    expect(JSON.parse(third.body)._version).toBe(2);
  });
});
