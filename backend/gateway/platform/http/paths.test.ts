import { expect, test } from "vitest";
import { enginePath, parsePath } from "./paths";

test("segments are decoded one by one, so an encoded slash stays inside", () => {
  expect(parsePath("/my%20books/_doc/a%2Fb?refresh=true&pretty")).toEqual({
    kind: "path",
    path: "/my%20books/_doc/a%2Fb",
    segments: ["my books", "_doc", "a/b"],
    query: { refresh: "true", pretty: "" },
  });
});

test.each([
  ["//books", "/books"],
  ["/books//_search?q=x", "/books/_search?q=x"],
  ["/books/../films", "/films"],
  ["/%2e%2e/films", "/films"],
  ["/..", "/"],
  ["//books//", "/books"],
  ["//b*,films:x+y/_doc/a@b;c=d$&!'()", "/b%2A,films:x+y/_doc/a@b;c=d$&%21%27%28%29"],
  ["//b%C3%BCcher/a%20b", "/b%C3%BCcher/a%20b"],
])("%s is sent to %s", (target, location) => {
  expect(parsePath(target)).toEqual({ kind: "redirect", location });
});

test.each(["/%ff", "/a%", "/a%00", "*"])("%s is malformed", (target) => {
  expect(parsePath(target)).toEqual({ kind: "malformed" });
});

test("a whole address is read as the path in it", () => {
  expect(parsePath("http://search.test:80/books/_search?q=x")).toMatchObject({
    kind: "path",
    path: "/books/_search",
    segments: ["books", "_search"],
  });
});

test("slashes at the end lead nowhere else", () => {
  expect(parsePath("/books/_search///?q=x")).toMatchObject({
    kind: "path",
    segments: ["books", "_search"],
    query: { q: "x" },
  });
  expect(parsePath("//")).toMatchObject({ kind: "path", segments: [] });
});

test("a slash and a bare question mark at the end do not count", () => {
  expect(parsePath("/shoes/_doc/?")).toMatchObject({ segments: ["shoes", "_doc"], query: {} });
});

test.each([".", "..", "a/..", "../../a", "a/../b", "..\\a", "\ud800"])(
  "the engine is not asked for the segment %j",
  (segment) => {
    expect(() => enginePath(["_cat", "indices", segment])).toThrow("malformed request path");
    expect(enginePath(["a/b", "b,c", "..d", "a../.b"])).toBe("/a%2Fb/b%2Cc/..d/a..%2F.b");
  },
);
