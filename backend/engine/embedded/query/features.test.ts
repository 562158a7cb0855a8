import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { fill } from "../../../../tests/engines/stand";
import { openEmbeddedEngine, type EmbeddedEngine } from "../open";

const mappings = {
  properties: {
    rank: { type: "rank_feature" },
    length: { type: "rank_feature", positive_score_impact: false },
    topics: { type: "rank_features" },
    date: { type: "date" },
    place: { type: "geo_point" },
  },
};
const DOCUMENTS = [
  {
    id: "1",
    source: {
      rank: 8,
      length: 22,
      topics: { a: 20, b: 0.123456789, "c\u0000d": 7 },
      date: "2024-01-01",
      place: { lat: 52.5, lon: 13.4 },
    },
  },
  {
    id: "2",
    source: {
      rank: 1.2345678,
      length: 3,
      topics: { a: 3, c: 2 },
      date: ["2024-01-05T10:00:00Z", "2020-01-01"],
      place: ["48.1,11.5", "0,0"],
    },
  },
  { id: "3", source: { rank: 100.777, date: "2023-02-01", place: "-33.8,179.9" } },
  { id: "4", source: { topics: [{ a: 8.1 }, { z: 1 }] } },
];
const AnswerSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), _score: z.number().nullable() })) }),
});
const ErrorSchema = z.object({
  error: z.object({
    reason: z.string(),
    caused_by: z.object({ reason: z.string() }).optional(),
    failed_shards: z.array(z.object({ reason: z.object({ reason: z.string() }) })).optional(),
  }),
});
const folder = mkdtempSync(join(tmpdir(), "searchdeck-features-"));
let opened: EmbeddedEngine;

beforeAll(async () => {
  opened = await openEmbeddedEngine({ folder });
  await fill(opened.handle, { index: "pages", mappings, documents: DOCUMENTS });
});

afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

async function search(query: object) {
  return opened.handle({ method: "POST", path: "/pages/_search", body: JSON.stringify({ query }) });
}

async function scores(query: object): Promise<[string, number | null][]> {
  return AnswerSchema.parse(JSON.parse((await search(query)).body)).hits.hits.map(({ _id, _score }) => [_id, _score]);
}

async function refusal(query: object): Promise<string> {
  const { error } = ErrorSchema.parse(JSON.parse((await search(query)).body));
  return [error.failed_shards?.[0]?.reason.reason ?? error.reason, error.caused_by?.reason].filter(Boolean).join(" | ");
}

// Scores of OpenSearch 2.19.1 with one shard, digit for digit.
describe.each([
  [
    "rank",
    {},
    [
      ["3", 0.9084249],
      ["1", 0.44061965],
      ["2", 0.10836762],
    ],
  ],
  [
    "rank",
    { saturation: { pivot: 8 } },
    [
      ["3", 0.9264368],
      ["1", 0.5],
      ["2", 0.13367176],
    ],
  ],
  [
    "rank",
    { log: { scaling_factor: 4 } },
    [
      ["3", 4.6515765],
      ["1", 2.4849067],
      ["2", 1.6552474],
    ],
  ],
  [
    "rank",
    { sigmoid: { pivot: 7, exponent: 0.6 } },
    [
      ["3", 0.83202386],
      ["1", 0.520019],
      ["2", 0.26091713],
    ],
  ],
  [
    "rank",
    { linear: {}, boost: 3 },
    [
      ["3", 302.25],
      ["1", 24],
      ["2", 3.703125],
    ],
  ],
  [
    "length",
    {},
    [
      ["2", 0.7380952],
      ["1", 0.2776119],
    ],
  ],
  [
    "length",
    { saturation: { pivot: 5 } },
    [
      ["2", 0.06244278],
      ["1", 0.009000301],
    ],
  ],
  [
    "length",
    { linear: {} },
    [
      ["2", 0.3330078],
      ["1", 0.045410156],
    ],
  ],
  [
    "topics.a",
    {},
    [
      ["1", 0.7227555],
      ["4", 0.5133796],
      ["2", 0.28111273],
    ],
  ],
  ["topics.b", {}, [["1", 0.5]]],
  ["topics.c", { linear: {} }, [["2", 2]]],
  ["topics.c\u0000d", { linear: {} }, [["1", 7]]],
  ["topics.none", {}, []],
  ["nowhere", {}, []],
] as const)("rank_feature on %j", (field, settings, expected) => {
  // prettier-ignore
  test(JSON.stringify(settings), async () => expect(await scores({ rank_feature: { field, ...settings } })).toEqual(expected));
});

describe.each([
  [
    { field: "date", origin: "2024-01-02", pivot: "7d" },
    [
      ["1", 0.7777778],
      ["2", 0.74336284],
      ["3", 0.020408163],
    ],
  ],
  [
    { field: "date", origin: "2024-01-02||/M", pivot: "1h", boost: 3 },
    [
      ["2", 0.0046948357],
      ["1", 0.0040268456],
      ["3", 0.00034242668],
    ],
  ],
  [
    { field: "date", origin: 1704153600000, pivot: "7d" },
    [
      ["1", 0.875],
      ["2", 0.672],
      ["3", 0.020467836],
    ],
  ],
  [
    { field: "place", origin: { lat: 52.5, lon: 13.4 }, pivot: "100km", boost: 2 },
    [
      ["1", 2],
      ["2", 0.32922834],
      ["3", 0.011252486],
    ],
  ],
  [
    { field: "place", origin: "u33", pivot: "1mi" },
    [
      ["1", 0.021671224],
      ["2", 0.0036047457],
      ["3", 0.00009068496],
    ],
  ],
  [
    { field: "place", origin: "-33.8,-179.9", pivot: "100km" },
    [
      ["3", 0.84402233],
      ["2", 0.0061137006],
      ["1", 0.0056239436],
    ],
  ],
] as const)("distance_feature %j", (settings, expected) => {
  // prettier-ignore
  test("scores", async () => expect(await scores({ distance_feature: settings })).toEqual(expected));
});

test("as filters they choose and do not score", async () => {
  const filter = [
    { rank_feature: { field: "topics.a" } },
    { distance_feature: { field: "date", origin: "now", pivot: "1d" } },
  ];
  expect(await scores({ bool: { filter } })).toEqual([["1", 0], ["2", 0]]); // prettier-ignore
});

test.each([
  [{ rank_feature: { field: "rank", log: {} } }, "[1:48] [feature] failed to parse field [log] | Required [scaling_factor]"],
  [{ rank_feature: { field: "rank", log: { scaling_factor: "x" } } }, '[1:48] [feature] failed to parse field [log] | [log] failed to parse field [scaling_factor]'],
  [{ rank_feature: { field: "rank", sigmoid: { pivot: 1 } } }, "[1:52] [feature] failed to parse field [sigmoid] | Required [exponent]"],
  [{ rank_feature: { field: "length", log: { scaling_factor: 2 } } }, "failed to create query: Cannot use the [log] function with a field that has a negative score impact as it would trigger negative scores"],
  [{ distance_feature: { field: "date", origin: "yesterday", pivot: "1d" } }, "failed to create query: failed to parse date field [yesterday] with format [strict_date_optional_time||epoch_millis]: [failed to parse date field [yesterday] with format [strict_date_optional_time||epoch_millis]]"],
  [{ distance_feature: { field: "place", origin: 5, pivot: "1km" } }, "failed to create query: Illegal type while parsing [origin]! Must be [geo_point] or [string] for geo_point field type!"],
  [{ distance_feature: { field: "date", origin: "now", pivot: "1.5d" } }, "failed to create query: failed to parse [1.5d], fractional time values are not supported"],
])("refuses %j", async (query, reason) => expect(await refusal(query)).toBe(reason)); // prettier-ignore

test("a deleted document has no say in the scores, but in the mean until it is merged away", async () => {
  const before = await scores({ rank_feature: { field: "rank" } });
  await opened.handle({ method: "DELETE", path: "/pages/_doc/3" });
  expect(await scores({ rank_feature: { field: "rank" } })).toEqual(before.filter(([id]) => id !== "3"));
});
