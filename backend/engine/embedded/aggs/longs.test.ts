import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

// Whole numbers of 64 bits keep their digits wherever they are shown, told apart or put in order.
let engine: EmbeddedEngine;
let folder: string;
const MOST = "18446744073709551615";
const ROWS = [
  '{"l":9007199254740993,"u":0}',
  `{"l":9007199254740992,"u":${MOST}}`,
  `{"l":"9007199254740994","u":9223372036854775809}`,
  "{}",
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "longs-"));
  engine = await openEmbeddedEngine({ folder });
  await engine.handle({
    method: "PUT",
    path: "/n",
    body: '{"mappings":{"properties":{"l":{"type":"long"},"u":{"type":"unsigned_long"}}}}',
  });
  for (const [at, row] of ROWS.entries()) await engine.handle({ method: "PUT", path: `/n/_doc/${at + 1}`, body: row });
  await engine.handle({ method: "POST", path: "/n/_forcemerge", query: { max_num_segments: "1" } });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const search = async (body: string) => (await engine.handle({ method: "POST", path: "/n/_search", body })).body;
const keys = (text: string) => [...text.matchAll(/"(?:key|k)":(\d+)/g)].map(([, key]) => key);

test.each([
  [
    "terms",
    '{"terms":{"field":"l","order":{"_key":"asc"}}}',
    ["9007199254740992", "9007199254740993", "9007199254740994"],
  ],
  ["terms of unsigned numbers", '{"terms":{"field":"u","order":{"_key":"desc"}}}', [MOST, "9223372036854775809", "0"]],
  ["terms that are asked for", '{"terms":{"field":"l","include":[9007199254740993]}}', ["9007199254740993"]],
  [
    "composite keys behind one",
    '{"composite":{"sources":[{"k":{"terms":{"field":"l"}}}],"after":{"k":9007199254740993}}}',
    ["9007199254740994", "9007199254740994"],
  ],
])("%s", async (_, aggregation, expected) => {
  expect(keys(await search(`{"size":0,"aggs":{"a":${aggregation}}}`))).toEqual(expected);
});

test("distinct values are not rounded together", async () => {
  expect(await search('{"size":0,"aggs":{"a":{"cardinality":{"field":"l"}}}}')).toContain('"value":3');
});

test("sort values, fields and pages", async () => {
  const first = await search('{"size":1,"sort":[{"u":"desc"}],"fields":["u"],"docvalue_fields":["l"],"_source":false}');
  expect(first).toContain(`"sort":[${MOST}]`);
  expect(first).toContain(`"u":[${MOST}]`);
  const next = await search(`{"size":1,"sort":[{"u":"desc"}],"search_after":[${MOST}],"_source":false}`);
  expect(next).toContain('"sort":[9223372036854775809]');
  expect(await search('{"sort":[{"l":"asc"}],"fields":["l"],"_source":false}')).toMatch(
    /"l":\[9007199254740992\].*"l":\[9007199254740993\].*"l":\[9007199254740994\].*"sort":\[9223372036854775807\]/,
  );
});
