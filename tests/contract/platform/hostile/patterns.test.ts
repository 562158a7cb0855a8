import { expect, test } from "vitest";
import { patternAdmits } from "@common/text/index-pattern";
import { refererFits } from "@common/access-control/referers";

// Patterns that somebody may take for every index, or that another program would read so. Only stars alone are.
const NAMES = ["books", "x", "x-1", "-x", "@x", "~x", "a.b", "_all", "*", "other:books", "é", "\u200bx"];

test.each([
  "",
  " ",
  ",",
  "_all",
  "%2a",
  "%2A",
  ".*",
  "*,-x",
  "*,*",
  "?",
  "?*",
  "[a-z]*",
  "(.*)",
  ".+",
  "^.*$",
  "/.*/",
  "<{now}>",
  "<x-{now}>",
  "\\*",
  "\uff0a",
  "\u2217",
  "null",
  "undefined",
  "true",
  "all",
  "$",
  "%",
  "\0",
])("the pattern %j admits none of the others", (pattern) => {
  expect(NAMES.filter((name) => name !== pattern && patternAdmits(pattern, name))).toEqual([]);
});

test.each(["*", "**", "***"])("the pattern %s admits every one", (pattern) => {
  expect(NAMES.filter((name) => !patternAdmits(pattern, name))).toEqual([]);
});

const PAGES = [
  "",
  "https://evil.test/",
  "https://evil.test/x.com",
  "https://evil.test/?https://shop.com",
  "https://shop.com.evil.test/",
  "http://shop.com@evil.test/",
];

test.each([
  "",
  " ",
  ",",
  "*.com",
  "%2a",
  ".*",
  "^.*$",
  "null",
  "https://shop.com",
  "*shop.com",
  "https://*.shop.com/*",
  "\uff0a",
  "*@shop.com",
])("the referer %j admits none of other pages", (pattern) => {
  expect(PAGES.filter((page) => refererFits(pattern, page))).toEqual([]);
});
