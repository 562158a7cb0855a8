import { describe, expect, test } from "vitest";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { aclsOf, CATEGORIES } from "@common/access-control/categories";
import { withDefaultLimits, type Credential } from "@backend/gateway/platform/auth/credential";
import { prepareBody } from "./prepare-body";
import type { BodyKind } from "@backend/gateway/platform/http/engine-calls";

function credential(over: Partial<Credential> = {}): Caller {
  const credential: Credential = {
    username: "c",
    password: "p",
    owner: "o",
    creator: "o",
    role: "",
    categories: [...CATEGORIES],
    acls: aclsOf(CATEGORIES),
    ops: ["read", "write", "delete"],
    indices: ["mine"],
    sources: ["0.0.0.0/0"],
    sources_xff_value: null,
    referers: ["*"],
    created_at: "2024-01-01T00:00:00Z",
    ttl: -1,
    limits: withDefaultLimits({ sent: {}, base: 30 }),
    description: "",
    include_fields: null,
    exclude_fields: null,
    updated_at: "2024-01-01T00:00:00Z",
    ...over,
  };
  return { kind: "credential", credential };
}

const lookUp = { terms: { user: { index: "secret", id: "1", path: "friends" } } };
const wrapper = { wrapper: { query: Buffer.from(JSON.stringify(lookUp)).toString("base64") } };

describe("a wrapper query in another spelling of base64", () => {
  const exact = wrapper.wrapper.query;
  // Node stops at the first padding; others read on, or leave blanks out, or know the other alphabet.
  const spellings = [
    `e30=${exact}`,
    `${exact.slice(0, 8)} ${exact.slice(8)}`,
    `${exact}\n`,
    exact.replace(/=+$/, "") + (exact.endsWith("=") ? "" : "="),
    `${exact}!`,
  ];
  test.each(spellings)("%j is refused", (query) => {
    expect(() =>
      prepareBody({ kind: "search", caller: credential(), text: JSON.stringify({ query: { wrapper: { query } } }) }),
    ).toThrow(/wrapper query/);
  });
});

describe("other indices in a body", () => {
  test.each<[BodyKind, string]>([
    ["search", JSON.stringify({ query: lookUp })],
    ["search", JSON.stringify({ query: wrapper })],
    ["search", JSON.stringify({ indices_boost: [{ secret: 2 }] })],
    ["search", JSON.stringify({ query: { more_like_this: { like: [{ _index: "secret", _id: "1" }] } } })],
    ["search", JSON.stringify({ query: { geo_shape: { place: { indexed_shape: { index: "secret", id: "1" } } } } })],
    ["search", '{"query":{"terms":{"u":{"ind\\u0065x":"secret","id":"1","path":"x"}}}}'],
    ["count", JSON.stringify({ query: { bool: { filter: [lookUp] } } })],
    ["msearch", '{"index":"secret"}\n{}\n'],
    ["msearch", '{"index":["mine","secret"]}\n{}\n'],
    ["msearch", '\n{"index":"secret"}\n{}\n'],
    ["msearch", '{}\n\n{"index":"secret"}\n{}\n'],
    ["msearch", `{}\n${JSON.stringify({ query: lookUp })}\n`],
    ["mget", '{"docs":[{"_index":"secret","_id":"1"}]}'],
    ["bulk", '{"index":{"_index":"secret","_id":"1"}}\n{}\n'],
    ["bulk", '{"delete":{"_id":"1"}}\n{"delete":{"_index":"secret","_id":"1"}}\n'],
    ["aliases", '{"actions":[{"add":{"index":"mine","alias":"secret"}}]}'],
    ["aliases", '{"actions":[{"remove_index":{"index":"secret"}}]}'],
    ["reindex", '{"source":{"index":["mine","secret"]},"dest":{"index":"mine"}}'],
    ["admin", '{"aliases":{"secret":{}}}'],
    ["admin", JSON.stringify({ filter: lookUp })],
    ["admin", '{"index_patterns":["*secret"]}'],
  ])("%s is refused: %s", (kind, text) => {
    expect(() => prepareBody({ kind, caller: credential(), text })).toThrow(
      /credentials cannot access \[.*\] index\/indices/,
    );
  });

  test("what cannot be read and might matter does not go on", () => {
    const caller = credential();
    expect(() => prepareBody({ kind: "bulk", caller, text: '/**/{"index":{"_index":"secret"}}\n{}\n' })).toThrow(
      "not valid JSON",
    );
    expect(() =>
      prepareBody({ kind: "search", caller, text: '{/**/"query":{"terms":{"u":{"index":"secret"}}}}' }),
    ).toThrow("not valid JSON");
  });

  test("of a key that stands twice only the checked one goes on", () => {
    const text = '{"query":{"terms":{"u":{"index":"secret","index":"mine","id":"1","path":"x"}}}}';
    expect(prepareBody({ kind: "search", caller: credential(), text })).not.toContain("secret");
  });

  test("documents are not looked into, and big numbers survive", () => {
    const text = '{"index":{"_id":"1"}}\n{"_index":"secret","script":{"source":"x"},"n":9007199254740993}\n';
    expect(prepareBody({ kind: "bulk", caller: credential(), text })).toBe(text);
    const search = '{"query":{"term":{"index_no":9007199254740993}}}';
    expect(prepareBody({ kind: "search", caller: credential(), text: search })).toContain("9007199254740993");
  });
});

test("a re-index from another server is refused", () => {
  const text = '{"source":{"remote":{"host":"http://10.0.0.1:9200"},"index":"mine"},"dest":{"index":"mine"}}';
  expect(() => prepareBody({ kind: "reindex", caller: credential(), text })).toThrow(
    "reindex from remote is not allowed",
  );
});

// A real engine never finds the end of any of these, see limits.test.ts of the contract tests.
test.each([
  "5",
  "[1]",
  '"x"',
  "{",
  '{"filter":5}',
  '{"filter":[1]}',
  '{"filter":{"a":[1]}}',
  '{"fields":"name"}',
  '{"fields":{"a":1}}',
  '{"fields":[{}]}',
  '{"_id":{"a":1}}',
  '{"doc":1}',
])("a request for term vectors with the body %s does not go on", (text) => {
  expect(() => prepareBody({ kind: "term-vectors", caller: credential(), text })).toThrow(/elastic: Error 400/);
});

test("of a key that stands twice in a request for term vectors the one that was looked at goes on", () => {
  expect(
    prepareBody({
      kind: "term-vectors",
      caller: credential(),
      text: '{"filter":5,"filter":{"max_num_terms":3},"fields":["a"]}',
    }),
  ).toBe('{"filter":{"max_num_terms":3},"fields":["a"]}');
  expect(prepareBody({ kind: "term-vectors", caller: credential(), text: " \n" })).toBe("");
});
