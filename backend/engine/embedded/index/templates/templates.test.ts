import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseJson } from "@common/text/json";
import { openEmbeddedEngine, type EmbeddedEngine } from "../../open";
import type { EngineRequest } from "../../../port";
import { patternsMeet } from "./overlaps";

let engine: EmbeddedEngine;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "templates-"));
  engine = await openEmbeddedEngine({ folder });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  for (const path of ["/*", "/_template/*", "/_index_template/*", "/_component_template/*"]) await ask("DELETE", path);
});

async function ask(method: EngineRequest["method"], path: string, body?: object, query?: Record<string, string>) {
  const { status, body: text } = await engine.handle({
    method,
    path,
    ...(body && { body: JSON.stringify(body) }),
    ...(query && { query }),
  });
  return { status, body: text === "" ? "" : parseJson(text) };
}

const words = {
  template: {
    settings: { number_of_replicas: 0 },
    mappings: { properties: { word: { type: "keyword", ignore_above: 5 } } },
    aliases: { all: {} },
  },
};
const books = {
  index_patterns: ["book-*"],
  priority: 7,
  composed_of: ["words"],
  template: {
    mappings: { properties: { word: { type: "text" }, "author.name": { type: "keyword" } } },
    aliases: { "{index}-read": {} },
  },
};

test("an index gets what its composable template and its components hold, and keeps its own over that", async () => {
  expect((await ask("PUT", "/_component_template/words", words)).status).toBe(200);
  expect((await ask("PUT", "/_index_template/books", books)).status).toBe(200);
  await ask("PUT", "/_template/old", { index_patterns: ["*"], settings: { number_of_shards: 4 } });
  await ask("PUT", "/book-a", { mappings: { properties: { author: { properties: { born: { type: "date" } } } } } });
  expect((await ask("GET", "/book-a")).body).toMatchObject({
    "book-a": {
      aliases: { all: {}, "book-a-read": {} },
      settings: { index: { number_of_replicas: "0", number_of_shards: "1" } },
      mappings: {
        properties: {
          word: { type: "text" },
          author: { properties: { name: { type: "keyword" }, born: { type: "date" } } },
        },
      },
    },
  });
  expect((await ask("GET", "/book-a/_mapping")).body).toMatchObject({
    "book-a": { mappings: { properties: { word: { type: "text" } } } },
  });
  await ask("PUT", "/other");
  expect((await ask("GET", "/other/_settings")).body).toMatchObject({
    other: { settings: { index: { number_of_shards: "4" } } },
  });
});

test("components that are in use stay, and what they become must fit", async () => {
  await ask("PUT", "/_component_template/words", words);
  await ask("PUT", "/_index_template/books", books);
  expect(await ask("DELETE", "/_component_template/words")).toMatchObject({
    status: 400,
    body: {
      error: {
        reason: "component templates [words] cannot be removed as they are still in use by index templates [books]",
      },
    },
  });
  const object = { template: { mappings: { properties: { word: { properties: { a: { type: "long" } } } } } } };
  expect(await ask("PUT", "/_component_template/words", object)).toMatchObject({
    status: 400,
    body: {
      error: {
        reason:
          "updating component template [words] results in invalid composable template [books] after templates are merged",
      },
    },
  });
  expect(await ask("PUT", "/_index_template/none", { index_patterns: ["z*"], composed_of: ["gone"] })).toMatchObject({
    status: 400,
    body: { error: { type: "invalid_index_template_exception" } },
  });
});

test("two templates of one priority may not meet", async () => {
  await ask("PUT", "/_index_template/a", { index_patterns: ["log-*"] });
  expect(await ask("PUT", "/_index_template/b", { index_patterns: ["*-2026"] })).toMatchObject({
    status: 400,
    body: {
      error: {
        reason: expect.stringContaining(
          "matching patterns from existing templates [a] with patterns (a => [log-*]) that have the same priority [0]",
        ),
      },
    },
  });
  expect((await ask("PUT", "/_index_template/b", { index_patterns: ["*-2026"], priority: 1 })).status).toBe(200);
});

test("a simulation says what an index would get and which others would fit", async () => {
  await ask("PUT", "/_template/old", { index_patterns: ["b*"] });
  await ask("PUT", "/_component_template/words", words);
  await ask("PUT", "/_index_template/books", books);
  expect((await ask("POST", "/_index_template/_simulate_index/book-x")).body).toMatchObject({
    template: {
      settings: { index: { number_of_replicas: "0" } },
      mappings: { properties: { word: { type: "text" } } },
      aliases: { all: {} },
    },
    overlapping: [{ name: "old", index_patterns: ["b*"] }],
  });
  expect((await ask("POST", "/_index_template/_simulate_index/film-x")).body).toEqual({});
  const given = { index_patterns: ["book-x*"], priority: 9, template: { settings: { number_of_shards: 3 } } };
  expect((await ask("POST", "/_index_template/_simulate_index/book-x", given)).body).toMatchObject({
    template: { settings: { index: { number_of_shards: "3" } } },
    overlapping: [{ name: "old" }, { name: "books" }],
  });
  expect(await ask("POST", "/_index_template/_simulate/nobody")).toMatchObject({ status: 400 });
  expect((await ask("GET", "/_index_template")).body).toMatchObject({ index_templates: [{ name: "books" }] });
});

test.each([
  ["a*", "ab", true],
  ["a*", "b*", false],
  ["a*", "*a", true],
  ["log-*-x", "log-y*", true],
  ["*x", "*y", false],
  ["a", "a", true],
  ["a", "b", false],
  ["*", "anything", true],
  ["ab*", "a*b", true],
])("%s and %s meet: %s", (a, b, meet) => {
  expect(patternsMeet(a, b)).toBe(meet);
  expect(patternsMeet(b, a)).toBe(meet);
});
