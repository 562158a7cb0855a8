import { expect, test } from "vitest";
import { pluralText } from "./plural";

test.each([
  ["river", "rivers"],
  ["rivers", "rivers"],
  ["story", "stories"],
  ["box", "boxes"],
  ["knife", "knives"],
  ["person", "people"],
  ["child", "children"],
  ["goose", "geese"],
  ["music", "music"],
  ["sheep", "sheep"],
  ["analysis", "analyses"],
  ["RIVER", "RIVERS"],
  ["Quiet River", "Quiet Rivers"],
  // The rules see the whole text: what is irregular alone is regular at the end of a phrase, unless a rule about
  // endings knows it.
  ["wild goose", "wild gooses"],
  ["quiet child", "quiet children"],
  ["folk music", "folk musics"],
  ["canvas", "canvases"],
  ["CANVAS", "CANVASES"],
  ["Its", "Their"],
  ["blue canvas", "blue canvas"],
  ["river 2", "river 2"],
  ["café", "café"],
  ["t-shirt", "t-shirt"],
  ["  quiet -  river ", "quiet rivers"],
  ["river -", "rivers"],
])("%j is asked as %j", (text, plural) => {
  expect(pluralText(text)).toBe(plural);
});
