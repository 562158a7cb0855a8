import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { afterEach, describe, expect, it } from "vitest";
import type { EmbeddedEngine } from "./open";
import { openEmbeddedEngine } from "./open";

// Data folders that older engines wrote, each with what the engine that wrote it answered. How one is made:
// docs/build/engine.md.
const fixtures = "tests/fixtures/engine-folder";
const names = readdirSync(fixtures).flatMap((file) =>
  file.endsWith(".db.gz") ? [file.slice(0, -".db.gz".length)] : [],
);
const askedSchema = z.array(
  z.object({
    request: z.object({ method: z.enum(["GET", "POST"]), path: z.string(), body: z.unknown().optional() }),
    status: z.number(),
    answer: z.string(),
  }),
);
type Asked = z.infer<typeof askedSchema>;

let folder: string;
let engine: EmbeddedEngine;

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function openCopy(name: string, rebuild: boolean) {
  folder = mkdtempSync(join(tmpdir(), "older-folder-"));
  writeFileSync(join(folder, "engine.db"), gunzipSync(readFileSync(join(fixtures, `${name}.db.gz`))));
  engine = await openEmbeddedEngine({ folder, rebuild });
  return askedSchema.parse(JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8")));
}

async function ask({
  method,
  path,
  body,
}: {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
}) {
  const { status, body: answer } = await engine.handle({
    method,
    path,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status, answer: answer.replace(/"took":\d+/, '"took":0') };
}

async function expectSame(asked: Asked) {
  for (const { request, status, answer } of asked)
    expect({ request, ...(await ask(request)) }).toEqual({ request, status, answer });
}

describe.each(names)("a data folder as %s wrote it", (name) => {
  it("opens with everything in it and answers as before, to the digit of a score", async () => {
    const asked = await openCopy(name, false);
    expect(asked.length).toBeGreaterThan(30);
    await expectSame(asked);
  });

  it("takes writes, merges old segments with new ones and keeps both over a restart", async () => {
    await openCopy(name, false);
    const { answer: before } = await ask({ method: "GET", path: "/products/_doc/p50" });
    // So many small segments that they merge with the old ones.
    for (let at = 0; at < 12; at++)
      expect(
        (await ask({ method: "PUT", path: `/products/_doc/new${at}`, body: { title: "brandnew amber", serial: at } }))
          .status,
      ).toBe(201);
    expect((await ask({ method: "DELETE", path: "/products/_doc/p60" })).status).toBe(200);
    expect((await ask({ method: "POST", path: "/products/_forcemerge" })).status).toBe(200);
    for (let round = 0; round < 2; round++) {
      expect((await ask({ method: "GET", path: "/products/_doc/p50" })).answer).toBe(before);
      expect((await ask({ method: "GET", path: "/products/_count" })).answer).toContain('"count":681');
      expect(
        (await ask({ method: "POST", path: "/products/_search", body: { query: { match: { title: "brandnew" } } } }))
          .answer,
      ).toContain('"value":12');
      expect(
        (await ask({ method: "POST", path: "/shop/_search", body: { query: { term: { brand: "Updated" } } } })).answer,
      ).toContain('"value":3');
      await engine.close();
      engine = await openEmbeddedEngine({ folder });
    }
  });

  it("can have its segments built again from the documents", async () => {
    const asked = await openCopy(name, true);
    // Scores count documents that are dead but still in a segment, which a rebuild leaves out.
    await expectSame(asked.filter(({ answer }) => !/"_score":\d/.test(answer)));
  });
});
