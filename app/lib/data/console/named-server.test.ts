import { expect, test } from "vitest";
import { pathOn, targetIn } from "./named-server";

test.each([
  ["/films/_search?q=http://x", null, "/films/_search?q=http://x"],
  ["films/_doc/a:1", null, "films/_doc/a:1"],
  ["_cat/indices", null, "_cat/indices"],
  ["http://h:9200/films", "http://h:9200", "/films"],
  ["HTTPS://u:p@h/films#x", "https://h", "/films#x"],
  ["https://u:p@h", "https://h", ""],
  ["localhost:9200", "localhost:9200", ""],
  ["[::1]:9200/a", "[::1]:9200", "/a"],
  ["//h/a", "//h", "/a"],
])("%s", (typed, server, rest) => expect(targetIn(typed)).toEqual({ server, rest }));

test.each([
  ["http://h:9200", "http://h:9200", "/a", "/a"],
  ["http://h:9200", "H:9200", "/a", "/a"],
  ["https://h", "https://h:443", "/a", "/a"],
  ["https://h", "//h", "/a", "/a"],
  ["https://h/search", "https://h", "/search/films", "/films"],
  ["https://h/search", "https://h", "/search", "/"],
  ["https://h/search", null, "/search/films", "/search/films"],
])("on %s the address %s%s is its %s", (base, server, path, expected) =>
  expect(pathOn(base, { server, path })).toEqual({ path: expected }),
);

test.each([
  ["http://h:9200", "http://h:9201", "/a"],
  ["http://h:9200", "http://h", "/a"],
  ["https://h", "http://h", "/a"],
  ["http://h", "http://h.example.org", "/a"],
  ["http://h", "$ES_URL", "/a"],
  ["http://h", "ftp://h", "/a"],
  ["https://h/search", "https://h", "/films"],
  ["https://h/search", "https://h", "/searching"],
])("on %s the address %s%s is of another", (base, server, path) =>
  expect(pathOn(base, { server, path })).toHaveProperty("problem"),
);
