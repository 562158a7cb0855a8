import { expect, it } from "vitest";
import { stemmerOf } from "./stemmers";
import recorded from "./stems.json";

// Every stem is the answer of OpenSearch 2.19.1, recorded over some 18,000 words a language; here is a word for each
// kind of ending.
it.each(Object.entries(recorded))("%s has the stems of the real engine", (language, words) => {
  const stem = stemmerOf(language);
  const pairs = words.split(" ").map((pair) => pair.split(">"));
  expect(pairs.map(([word = ""]) => stem?.(word))).toEqual(pairs.map(([, answer]) => answer));
});
