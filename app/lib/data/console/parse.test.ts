import { describe, expect, it } from "vitest";
import { parseConsole, requestAt, writeRequest } from "./parse";

const brief = (text: string) =>
  parseConsole(text).map(({ method, path, search, body, from, to }) => [method, path, search, body, from, to]);

describe("the text of the console", () => {
  it("holds requests one after another, with remarks between them", () => {
    const text = [
      "# all",
      "GET _cat/indices?v&s=index",
      "",
      "// one",
      "post /films/_search",
      "{",
      '  "size": 1',
      "}",
      "/* two",
      "GET /no */",
      "",
      "DELETE films",
    ].join("\n");
    expect(brief(text)).toEqual([
      ["GET", "/_cat/indices", "v&s=index", null, 2, 2],
      ["POST", "/films/_search", "", '{\n  "size": 1\n}', 5, 8],
      ["DELETE", "/films", "", null, 12, 12],
    ]);
  });

  it("takes a remark out of a body, and keeps an empty line in it", () => {
    expect(brief('POST a/_search\n{\n  # size\n  "size": 1,\n\n  "from": 2\n}')[0]?.[3]).toBe(
      '{\n\n  "size": 1,\n\n  "from": 2\n}',
    );
  });

  it("reads three quotes as a text, whatever stands between them", () => {
    const [request] = parseConsole('PUT a/_doc/1\n{ "query": """\nGET "x"\n# no remark\n""", "n": 1 }\nGET b');
    expect(JSON.parse(request?.body ?? "")).toEqual({ query: 'GET "x"\n# no remark', n: 1 });
    expect(parseConsole('PUT a/_doc/1\n{ "query": """\nGET "x"\n""" }\nGET b')).toHaveLength(2);
  });

  it("writes lines of JSON for calls that want them, each on a line", () => {
    const [bulk] = parseConsole(
      'POST films/_bulk\n{"index":{}}\n{\n  "title": "a {b}",\n  "n": 12345678901234567890\n}\n\n{"delete":{"_id":"1"}}',
    );
    expect(bulk?.body).toBe('{"index":{}}\n{ "title": "a {b}", "n": 12345678901234567890 }\n{"delete":{"_id":"1"}}\n');
  });

  it("takes the path out of a whole address, and numbers as they are typed", () => {
    expect(brief("GET http://127.0.0.1:9200/films/_doc/1?x=1#top")).toEqual([
      ["GET", "/films/_doc/1", "x=1", null, 1, 1],
    ]);
    expect(parseConsole('POST a/_doc\n{"id": 12345678901234567890}')[0]?.body).toBe('{"id": 12345678901234567890}');
  });

  it("knows the request of a line", () => {
    const requests = parseConsole("# x\nGET a\n\nGET b\n{}");
    expect([1, 2, 3, 4, 5, 9].map((line) => requestAt(requests, line))).toEqual([-1, 0, 0, 1, 1, 1]);
  });

  it("is written as it is read", () => {
    expect(writeRequest({ method: "GET", path: "/a", search: "v", body: null })).toBe("GET /a?v");
    const text = writeRequest({ method: "POST", path: "/a/_bulk", body: '{"index":{}}\n{}\n' });
    expect(parseConsole(text)[0]?.body).toBe('{"index":{}}\n{}\n');
  });
});
