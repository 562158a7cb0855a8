import { describe, expect, test } from "vitest";
import { randomBelow } from "../../../tests/setup/seeds/random";
import { compileGroups, occurrencesIn, textBeside } from "./groups-in-text";
import { wordsIn } from "./words";

const words = (text: string) => wordsIn(text).map(({ word }) => word);
const found = (text: string, ...groups: string[]) =>
  occurrencesIn(text, compileGroups(groups)).map(({ text: typed, alternatives }) => [
    typed,
    ...alternatives.map(({ text: other, isPhrase }) => (isPhrase ? `"${other}"` : other)),
  ]);

describe("words of a text", () => {
  test.each([
    ["Sci-Fi, the BEST", ["sci", "fi", "the", "best"]],
    ["don't node.js 3.14 1,000 a.b. x", ["don't", "node.js", "3.14", "1,000", "a.b", "x"]],
    ["東京タワー です", ["東", "京", "タワー", "で", "す"]],
    ["Größe café e\u0301te\u0301", ["größe", "café", "e\u0301te\u0301"]],
    ["", []],
    ["--- ''' ...", []],
  ])("%j", (text, expected) => expect(words(text)).toEqual(expected));

  test("are those of the general rule where the letters are plain", () => {
    const random = randomBelow(7);
    const signs = ["a", "B", "z9", "1", "22", "_", ".", ",", "'", ":", ";", "-", " ", "&"];
    for (let at = 0; at < 3_000; at += 1) {
      const text = Array.from({ length: 12 }, () => signs[random(signs.length)]).join("");
      // A letter that is not plain, far from the rest, leads to the general rule.
      expect([text, words(text)]).toEqual([text, words(`${text} é`).slice(0, -1)]);
    }
  });

  test("stand where they were found", () => {
    for (const text of ["a sofa, and a Couch!", "タワー東 x", "c++ & c#"])
      for (const { word, from, to } of wordsIn(text)) expect(text.slice(from, to).toLowerCase()).toBe(word);
  });

  test("of a long text without an end are found quickly", () => {
    const before = performance.now();
    for (const text of ["a.".repeat(50_000), "1,".repeat(50_000), "'".repeat(100_000), "x".repeat(100_000)])
      wordsIn(text);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

describe("groups in a text", () => {
  test("equivalent ones stand for each other, one-way ones in one direction", () => {
    expect(found("Red SOFA", "sofa,couch")).toEqual([["SOFA", "couch"]]);
    expect(found("couch", "sofa,couch,settee")).toEqual([["couch", "sofa", "settee"]]);
    expect(found("tv", "tv,telly => television")).toEqual([["tv", "television"]]);
    expect(found("television", "tv,telly => television")).toEqual([]);
  });

  test("of several words are phrases; the longest term is taken, and nothing within it", () => {
    const groups = ["sci-fi,science fiction", "science,scholarship", "fi,wifi"];
    expect(found("science fiction films", ...groups)).toEqual([["science fiction", '"sci-fi"']]);
    expect(found("sci fi", ...groups)).toEqual([["sci fi", '"science fiction"']]);
    expect(found("science fair", ...groups)).toEqual([["science", "scholarship"]]);
  });

  test("of one word add up; a term that says itself is no alternative", () => {
    expect(found("tv", "tv,telly", "tv => television", "TV,t v")).toEqual([["tv", "telly", "television", '"t v"']]);
    expect(found("sofa", "sofa,SOFA")).toEqual([]);
    expect(found("a", " , a ,, b ", "=>", "a =>", "!,?")).toEqual([["a", "b"]]);
  });

  test("leave the rest of the text", () => {
    const text = "big science  fiction, and sofa!";
    const occurrences = occurrencesIn(text, compileGroups(["sofa,couch", "sci fi,science fiction"]));
    expect(textBeside(text, occurrences)).toBe("big , and !");
    expect(textBeside(text, [])).toBe("big science fiction, and sofa!");
  });
});
