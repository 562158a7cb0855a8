import { expect, it } from "vitest";
import { curlCommand } from "~/lib/data/curl";
import { readCurl } from "./curl";

const request = (text: string) => {
  const read = readCurl(text);
  return read.ok ? read.request : read.problem;
};

it.each([
  [
    "curl localhost:9200/_cat/indices?v",
    { method: "GET", server: "localhost:9200", path: "/_cat/indices", search: "v", body: null },
  ],
  [
    "curl -XPUT 'http://h:9200/films' -H 'Content-Type: application/json' -d '{\"settings\":{}}'",
    { method: "PUT", server: "http://h:9200", path: "/films", search: "", body: '{"settings":{}}' },
  ],
  [
    'curl https://u:p@h/films/_search --data-raw $\'{"q":"it\\\'s"}\'',
    { method: "POST", server: "https://h", path: "/films/_search", search: "", body: '{"q":"it\'s"}' },
  ],
  [
    "curl -G http://h/films/_search -d q=title:x --data size=1",
    { method: "GET", server: "http://h", path: "/films/_search", search: "q=title:x&size=1", body: null },
  ],
  [
    "curl --request=DELETE \\\n  --url http://h/films -s -k",
    { method: "DELETE", server: "http://h", path: "/films", search: "", body: null },
  ],
  ["curl http://h", { method: "GET", server: "http://h", path: "/", search: "", body: null }],
  ['curl -I "http://h/films"', { method: "HEAD", server: "http://h", path: "/films", search: "", body: null }],
  [
    "curl -XDELETE films.example.org",
    { method: "DELETE", server: "films.example.org", path: "/", search: "", body: null },
  ],
  ['curl "$ES_URL/films?v"', { method: "GET", server: "$ES_URL", path: "/films", search: "v", body: null }],
  ["wget http://h", "The command must start with curl."],
  ["curl 'http://h", "A quote is never closed."],
  ["curl -X PUT", "The command has no address."],
  [
    "curl http://h/_bulk --data-binary @rows.json",
    "The body is read from a file (@…). Paste its text in place of the name.",
  ],
])("reads %s", (text, expected) => expect(request(text)).toEqual(expected));

it("reads what the console copies, and says what it leaves out", () => {
  const body = '{\n  "query": { "match": { "title": "it\'s \\"odd\\" $HOME" } }\n}';
  const text = curlCommand({
    method: "POST",
    url: "http://h:1/a%20b/_search?x=1",
    username: "ann",
    headers: [["Content-Type", "application/json"]],
    body,
  });
  expect(readCurl(text)).toEqual({
    ok: true,
    request: { method: "POST", server: "http://h:1", path: "/a%20b/_search", search: "x=1", body },
    left: ["sign-in", "headers"],
  });
});
