import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseJson } from "@common/text/json";
import { openEmbeddedEngine, type EmbeddedEngine } from "../../open";

let engine: EmbeddedEngine;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vectors-"));
  engine = await openEmbeddedEngine({ folder });
  const properties = {
    t: { type: "text", term_vector: "with_positions_offsets" },
    u: { type: "text" },
    k: { type: "keyword" },
  };
  await engine.handle({ method: "PUT", path: "/a", body: JSON.stringify({ mappings: { properties } }) });
  for (const [id, source] of [
    ["1", { t: ["The brown fox", "is brown"], u: "plain", k: ["x", "y"] }],
    ["2", { t: "fox" }],
  ] as const)
    await engine.handle({ method: "PUT", path: `/a/_doc/${id}`, body: JSON.stringify(source) });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

async function vectors(path: string, body?: object) {
  const answer = await engine.handle({
    method: "POST",
    path: `/a/_termvectors${path}`,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: parseJson(answer.body) };
}

test("the terms of a document, where they stand and how they are spread", async () => {
  expect(await vectors("/1", { term_statistics: true })).toMatchObject({
    status: 200,
    body: {
      _id: "1",
      _version: 1,
      found: true,
      term_vectors: {
        t: {
          field_statistics: { doc_count: 2, sum_doc_freq: 5, sum_ttf: 6 },
          terms: {
            brown: {
              doc_freq: 1,
              ttf: 2,
              term_freq: 2,
              tokens: [
                { position: 1, start_offset: 4, end_offset: 9 },
                { position: 104, start_offset: 17, end_offset: 22 },
              ],
            },
            fox: { doc_freq: 2, term_freq: 1 },
          },
        },
      },
    },
  });
});

test("other fields are told when they are asked for, and documents that are given", async () => {
  const asked = await vectors("/1", { fields: ["u", "k"], positions: false, offsets: false });
  expect(asked.body).toMatchObject({
    term_vectors: { u: { terms: { plain: { term_freq: 1 } } }, k: { terms: { x: { term_freq: 1 }, y: {} } } },
  });
  expect(JSON.stringify(asked.body)).not.toContain("tokens");
  expect((await vectors("", { doc: { t: "new fox" } })).body).toMatchObject({
    found: true,
    _version: 0,
    term_vectors: { t: { terms: { new: {}, fox: {} } } },
  });
  expect((await vectors("/9")).body).toMatchObject({ found: false });
});

test("a filter keeps the best terms", async () => {
  const { body } = await vectors("/1", { filter: { max_num_terms: 1 } });
  expect(body).toMatchObject({
    term_vectors: { t: { terms: { brown: { score: expect.closeTo(2 * (Math.log(3 / 2) + 1), 5) } } } },
  });
  expect(JSON.stringify(body)).not.toContain('"fox"');
});

test.each([
  ["/1", { foo: 1 }],
  ["/1", { fields: "t" }],
  ["/1", { filter: { foo: 1 } }],
  ["/1", { doc: {} }],
  ["/1", { per_field_analyzer: { t: "nothing" } }],
  ["", {}],
])("%s with %j is refused", async (path, body) => {
  expect((await vectors(path, body)).status).toBe(400);
});
