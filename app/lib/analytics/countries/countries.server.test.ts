// @vitest-environment node
import { expect, it } from "vitest";
import { findCountry } from "./countries.server";

it.each([
  ["Germany", "DE"],
  ["germany", "DE"],
  ["de", "DE"],
  ["276", "DE"],
  ["United States of America", "US"],
  ["Türkiye", "TR"],
  ["Turkey", "TR"],
  ["The Netherlands", "NL"],
  ["Ivory Coast", "CI"],
  ["DR Congo", "CD"],
  ["Congo Republic", "CG"],
  ["St Kitts and Nevis", "KN"],
  ["São Tomé and Príncipe", "ST"],
  ["Bosnia & Herzegovina", "BA"],
  ["Hong Kong", "HK"],
  ["Kosovo", "XK"],
  ["Guinea", "GN"],
  ["Guinea-Bissau", "GW"],
  ["Niger", "NE"],
])("%s is %s", (given, code) => {
  expect(findCountry(given)?.code).toBe(code);
});

it.each(["", "Atlantis", "ZZ", "999", "日本", "__proto__"])("nobody knows %j", (given) => {
  expect(findCountry(given)).toBeUndefined();
});

it("each code and each name stands for one country, in one part of the world", () => {
  const names = new Intl.DisplayNames("en", { type: "region" });
  const codes = ["AE", "BQ", "CY", "EG", "GL", "PF", "RU", "SG", "TL", "TR"];
  for (const code of codes) expect(findCountry(names.of(code) ?? "")).toEqual(findCountry(code));
  expect(codes.map((code) => findCountry(code)?.region)).toEqual([
    "asia",
    "north-america",
    "europe",
    "africa",
    "north-america",
    "oceania",
    "europe",
    "asia",
    "oceania",
    "asia",
  ]);
});
