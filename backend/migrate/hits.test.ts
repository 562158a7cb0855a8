import { describe, expect, it } from "vitest";
import { readHits } from "./hits";
import { hashOf } from "./checksum";

const answer = (hits: string, shards = '{"total":1,"successful":1,"failed":0}') =>
  `{"took":1,"timed_out":false,"_shards":${shards},"_scroll_id":"c2Ny\\"b2xs","hits":{"total":{"value":1,"relation":"eq"},"max_score":null,"hits":[${hits}]}}`;

describe("readHits", () => {
  it("keeps a document's JSON as it came", () => {
    const source =
      '{ "n":12345678901234567890, "x":1.10, "text":"a \\"} ]\\\\", "deep":{"list":[{"a":[]},{}]}, "e":1e400 }';
    const { hits, scrollId } = readHits(
      answer(
        `{"_index":"i","_id":"a\\/\\u00e9","_version":9223372036854775807,"_routing":"r","_source":${source},"sort":[42]}, {"_id":"b","_source":{}}`,
      ),
    );
    expect(hits).toEqual([
      { document: { id: "a/é", version: "9223372036854775807", routing: "r", source }, sort: 42 },
      { document: { id: "b", version: "1", routing: undefined, source: "{}" }, sort: undefined },
    ]);
    expect(scrollId).toBe('c2Ny"b2xs');
  });

  it("reads an answer without hits", () => {
    expect(readHits(answer("")).hits).toEqual([]);
  });

  it("refuses an answer that not every shard gave", () => {
    expect(() => readHits(answer("", '{"total":2,"successful":1,"failed":1}'))).toThrow("did not answer");
  });

  it("refuses a document without its source", () => {
    expect(() => readHits(answer('{"_id":"a"}'))).toThrow("without _source");
  });

  it("refuses an answer that was cut short", () => {
    expect(() => readHits(answer('{"_id":"a","_source":{"a":"b"}}').slice(0, -30))).toThrow();
  });
});

describe("hashOf", () => {
  const document = { id: "a", version: "1", routing: undefined, source: '{"n":9007199254740993,"t":"x"}' };
  it("does not see spaces", () =>
    expect(hashOf({ ...document, source: '{ "n": 9007199254740993,\n"t":"x" }' })).toBe(hashOf(document)));
  it.each([
    ["a digit", { ...document, source: '{"n":9007199254740992,"t":"x"}' }],
    ["the id", { ...document, id: "b" }],
    ["the version", { ...document, version: "2" }],
    ["the order of keys", { ...document, source: '{"t":"x","n":9007199254740993}' }],
  ])("sees %s", (_, other) => expect(hashOf(other)).not.toBe(hashOf(document)));
});
