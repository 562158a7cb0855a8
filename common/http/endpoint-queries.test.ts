import { describe, expect, it } from "vitest";
import {
  endpointPlaces,
  endpointPlacesIn,
  endpointRefusal,
  endpointRemark,
  withoutEndpoints,
  withoutEndpointsIn,
} from "./endpoint-queries";
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from "../text/json";
import { busyMs } from "../../tests/setup/busy";

const call = { url: "/_user", method: "POST" };

describe("endpoints of a search request", () => {
  it("are found in every query, whatever the case of their names", () => {
    expect(endpointPlaces({ query: [{ id: "a" }, { id: "b", endpoint: call }, { id: "c", EndPoint: call }] })).toEqual([
      "query[1].endpoint",
      "query[2].EndPoint",
    ]);
    expect(endpointPlaces({ Query: [{ id: "a", endpoint: {} }] })).toEqual(["Query[0].endpoint"]);
  });

  it("are in no other body", () => {
    const bodies: JsonValue[] = [
      null,
      "endpoint",
      [],
      [{ endpoint: call }],
      {},
      { query: {} },
      { query: { match_all: {} }, endpoint: call },
      { query: [null, "x"] },
    ];
    for (const body of bodies) expect(endpointPlaces(body)).toEqual([]);
  });

  it("are left out with their queries, and nothing else is", () => {
    const body: JsonObject = {
      query: [
        { id: "a", value: "x" },
        { id: "b", endpoint: call },
      ],
      settings: { userId: "u" },
    };
    expect(withoutEndpoints(body)).toEqual({
      body: { query: [{ id: "a", value: "x" }], settings: { userId: "u" } },
      left: ["query[1].endpoint"],
    });
    const plain: JsonObject = { query: [{ id: "a" }] };
    expect(withoutEndpoints(plain).body).toBe(plain);
  });
});

const HOSTILE = '{"query":[{"id":"a"},{"id":"b","endpoint":{"url":"/_user"}}]}';

describe("endpoints in the text of a request", () => {
  it.each<[string, string, string[]]>([
    ["plain", HOSTILE, ["query[1].endpoint"]],
    ["another case", HOSTILE.replace("endpoint", "EndPoint").replace("query", "QUERY"), ["QUERY[1].EndPoint"]],
    ["escapes", HOSTILE.replace("endpoint", "\\u0065ndpoint").replace("query", "qu\\u0065ry"), ["query[1].endpoint"]],
    ["a mark before it", `\ufeff${HOSTILE}`, ["query[1].endpoint"]],
    ["rubbish behind it", `${HOSTILE} ]}x`, ["query[1].endpoint"]],
    ["on lines", `{"a":1}\n${HOSTILE}\n${HOSTILE}`, ["query[1].endpoint", "query[1].endpoint"]],
    [
      "before another list of the same name",
      '{"query":[{"id":"a","endpoint":{}}],"query":[{"id":"a"}]}',
      ["query[0].endpoint"],
    ],
    [
      "after another list of the same name",
      '{"query":[{"id":"a"}],"query":[{"id":"a","endpoint":{}}]}',
      ["query[0].endpoint"],
    ],
    ["twice in one query", '{"query":[{"endpoint":{},"endpoint":null}]}', ["query[0].endpoint", "query[0].endpoint"]],
    [
      "behind texts with brackets",
      '{"query":[{"id":"]}[{,\\"","value":"endpoint"},{"Endpoint" : 1}]}',
      ["query[1].Endpoint"],
    ],
    ["cut off", HOSTILE.slice(0, -12), ["query[1].endpoint"]],
    [
      "a field that is called so",
      '{"query":[{"id":"a","defaultQuery":{"query":{"term":{"endpoint":"x"}}}}],"endpoint":1}',
      [],
    ],
    ["a text that is called so", '{"query":[{"id":"endpoint","value":"endpoint"}]}', []],
    ["a search of Elasticsearch", '{"query":{"bool":{"must":[{"term":{"endpoint":1}}]}}}', []],
    ["nothing", "", []],
  ])("%s", (_name, text, places) => {
    expect(endpointPlacesIn(text)).toEqual(places);
    const { text: kept, left } = withoutEndpointsIn(text);
    expect(left).toEqual(places);
    if (places.length === 0) expect(kept).toBe(text);
    else if (kept !== null) expect(endpointPlacesIn(kept)).toEqual([]);
  });

  it("are left out, and the rest is written again; what is no JSON is not sent", () => {
    expect(withoutEndpointsIn(`\ufeff${HOSTILE}`).text).toBe('{"query":[{"id":"a"}]}');
    expect(withoutEndpointsIn(`{"a":12345678901234567890}\n${HOSTILE}\n`).text).toBe(
      '{"a":12345678901234567890}\n{"query":[{"id":"a"}]}\n',
    );
    expect(withoutEndpointsIn('{"query":[{"id":"a","endpoint":{}}],"query":[{"id":"c"}]}').text).toBe(
      '{"query":[{"id":"c"}]}',
    );
    expect(withoutEndpointsIn(`${HOSTILE} x`).text).toBeNull();
  });

  it("are found where they are found in the value, in requests made at random", () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const pick = <Item>(items: readonly [Item, ...Item[]]): Item => items[random(items.length)] ?? items[0];
    const names = ["query", "Query", "endpoint", "ENDPOINT", "id", 'a"b', "{[", "ſ"] as const;
    const value = (depth: number): JsonValue => {
      const kind = random(depth > 4 ? 3 : 6);
      if (kind < 3) return pick([null, "endpoint", 7, 'x"]}', true]);
      if (kind === 3) return Array.from({ length: random(3) }, () => value(depth + 1));
      return Object.fromEntries(Array.from({ length: random(4) }, () => [pick(names), value(depth + 1)]));
    };
    let found = 0;
    for (let round = 0; round < 5_000; round++) {
      const body: JsonValue = { [pick(["query", "QUERY"])]: [value(2), value(2), value(2)], more: value(1) };
      const text = stringifyJson(body, pick([0, 2]));
      const places = endpointPlaces(body);
      expect(endpointPlacesIn(text), text).toEqual(places);
      const { text: kept } = withoutEndpointsIn(text);
      expect(endpointPlaces(parseJson(kept ?? "null")), text).toEqual([]);
      if (places.length > 0) found++;
    }
    expect(found).toBeGreaterThan(300);
  });

  it("are looked for in time that grows with the text alone", () => {
    for (const part of [
      '{"query":[',
      "[",
      '"',
      '\\"',
      '"endpoint":',
      "{",
      "\\u0065",
      '{"query":[{"endpoint":1}]}\n',
      "\ufeff",
    ]) {
      const text = `endpoint${part.repeat(Math.ceil(3_000_000 / part.length))}`;
      expect(
        busyMs(() => endpointPlacesIn(text), 2_500),
        part,
      ).toBeLessThan(2_500);
    }
  });

  it("are told by their places, the first of many", () => {
    expect(endpointRefusal(["query[0].endpoint"])).toMatch(/^Remove query\[0\]\.endpoint: /);
    expect(endpointRemark(["a", "b", "c", "d", "e"])).toMatch(
      /^Left out: 5 queries that call an endpoint \(a, b, c and 2 more\)/,
    );
  });
});
