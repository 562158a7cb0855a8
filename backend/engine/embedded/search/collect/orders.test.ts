import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { openEmbeddedEngine, type EmbeddedEngine } from "../../open";
import { compareTerms } from "../../values";

// Orders that a search meets in a large index: by id, and against the order in which the documents came.

const folder = mkdtempSync(join(tmpdir(), "orders-test-"));
let engine: EmbeddedEngine;

const COUNT = 6_000;
/** Not in the order of the bytes, and some beyond the characters of one unit. */
const idOf = (n: number) => `${["a", "é", "\u{1F600}", "\uFFFD", "Z"][n % 5]}${(n * 7919) % COUNT}`;
const live = new Set<string>();

const answerSchema = z.object({
  hits: z.object({ hits: z.array(z.object({ _id: z.string(), sort: z.array(z.union([z.string(), z.number()])) })) }),
});

async function send(path: string, body: string): Promise<string> {
  const answer = await engine.handle({ method: "POST", path, body });
  expect(answer.status, answer.body).toBe(200);
  return answer.body;
}

async function page(body: object) {
  return answerSchema.parse(JSON.parse(await send("/n/_search", JSON.stringify(body)))).hits.hits;
}

/** All pages of a search, by `search_after`. */
async function pages(body: object) {
  const found: Awaited<ReturnType<typeof page>> = [];
  for (;;) {
    const after = found.at(-1)?.sort;
    const hits = await page({ ...body, ...(after ? { search_after: after } : {}) });
    if (hits.length === 0) return found;
    found.push(...hits);
  }
}

beforeAll(async () => {
  engine = await openEmbeddedEngine({ folder });
  for (const [from, to] of [
    [0, 5_000],
    [5_000, COUNT],
    // Written again: what was there before is dead, and has the same id.
    [4_000, 5_500],
  ] as const) {
    let body = "";
    for (let n = from; n < to; n++) {
      live.add(idOf(n));
      body += `{"index":{"_id":${JSON.stringify(idOf(n))}}}\n{"at":${n},"kind":"k${n % 3}"}\n`;
    }
    await send("/n/_bulk", body);
  }
}, 60_000);

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

describe.each(["asc", "desc"] as const)("sorted %s", (order) => {
  const inOrder = (ids: Iterable<string>) => [...ids].sort((a, b) => compareTerms(a, b) * (order === "asc" ? 1 : -1));

  it("gives every id once, page by page", async () => {
    const found = await pages({ size: 700, sort: [{ _id: order }], query: { match_all: {} } });
    expect(found.map(({ _id }) => _id)).toEqual(inOrder(live));
  });

  it("begins after an id that no document has", async () => {
    const [first] = await page({ size: 1, sort: [{ _id: order }], search_after: ["\u{1F600}30x"] });
    expect(first?._id).toBe(
      inOrder([...live, "\u{1F600}30x"])[inOrder([...live, "\u{1F600}30x"]).indexOf("\u{1F600}30x") + 1],
    );
  });

  it("gives those first that came last, and all of them page by page", async () => {
    const sort = [{ at: order }, { "kind.keyword": order }];
    const wanted = Array.from({ length: COUNT }, (_, n) => (order === "asc" ? n : COUNT - 1 - n));
    expect((await page({ size: 10, sort })).map((hit) => hit.sort[0])).toEqual(wanted.slice(0, 10));
    expect((await page({ size: 10, from: 300, sort: [{ at: order }] })).map((hit) => hit.sort[0])).toEqual(
      wanted.slice(300, 310),
    );
    expect((await pages({ size: 400, sort })).map((hit) => hit.sort[0])).toEqual(wanted);
  });

  it("orders equals by the second key, however many there are", async () => {
    const hits = await page({ size: 25, sort: [{ "kind.keyword": order }, { at: order }] });
    const kind = order === "asc" ? 0 : 2;
    const wanted = Array.from({ length: COUNT }, (_, n) => n).filter((n) => n % 3 === kind);
    expect(hits.map((hit) => hit.sort[1])).toEqual((order === "asc" ? wanted : wanted.reverse()).slice(0, 25));
  });
});

it("gives every id once while documents are deleted between two pages", async () => {
  const first = await page({ size: 2_000, sort: [{ _id: "asc" }] });
  await send("/n/_delete_by_query", JSON.stringify({ query: { range: { at: { lt: 3_000 } } } }));
  const rest: typeof first = [];
  for (let after = first.at(-1)?.sort; ; after = rest.at(-1)?.sort) {
    const hits = await page({ size: 2_000, sort: [{ _id: "asc" }], search_after: after });
    if (hits.length === 0) break;
    rest.push(...hits);
  }
  const last = first.at(-1)?._id ?? "";
  const kept = Array.from({ length: COUNT - 3_000 }, (_, n) => idOf(n + 3_000)).filter(
    (id) => compareTerms(id, last) > 0,
  );
  expect(rest.map(({ _id }) => _id)).toEqual(kept.sort(compareTerms));
});
