import { expect, it } from "vitest";
import { correctedBy, nearestTerms } from "./nearest";

const known = [
  { term: "batman", count: 9 },
  { term: "catman", count: 20 },
  { term: "bataman returns", count: 3 },
  { term: "scifi", count: 4 },
  { term: "x", count: 99 },
];

it.each([
  ["batmn", ["batman"]],
  ["bbtman", ["batman"]],
  ["sci-fi", ["scifi"]],
  ["batman", ["catman"]],
  ["oppenheimer", []],
  ["xy", []],
  ["-", []],
])("close to %j are %j", (term, near) => {
  expect(nearestTerms(term, known, 2).toSorted()).toEqual(near);
});

it("prefers what is closer, then what is searched for more", () => {
  expect(nearestTerms("datman", known, 2)).toEqual(["catman", "batman"]);
  expect(nearestTerms("batmaan", known, 1)).toEqual(["batman"]);
});

it.each([
  ["midnite carriage", ["The Midnight Carriage"], undefined],
  ["midnigt carriage", ["The Midnight Carriage"], "midnight carriage"],
  ["midnight carriage", ["The Midnight Carriage"], undefined],
  ["orbitt of glas", ["Orbit of glass"], "orbit of glass"],
  ["orbitt of steel", ["Orbit of glass"], undefined],
  ["", ["Orbit"], undefined],
])("%j is corrected by %j to %j", (term, texts, corrected) => {
  expect(correctedBy(term, texts)).toBe(corrected);
});
