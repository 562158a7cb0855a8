import { describe, expect, it } from "vitest";
import { segmentOf } from "../build/memory";
import { decodeNorm, encodeNorm } from "./norms";
import type { FieldLayout, FieldValues, TermAutomaton } from "../types";

const TEXT: FieldLayout = { postings: true, positions: true, norms: true, columns: "none" };
const KEYWORD: FieldLayout = { postings: true, positions: false, norms: false, columns: "ordinals" };
const layouts: Record<string, FieldLayout> = {
  title: TEXT,
  tag: KEYWORD,
  year: { postings: false, positions: false, norms: false, columns: "int64" },
  price: { postings: false, positions: false, norms: false, columns: "float32" },
  place: { postings: false, positions: false, norms: false, columns: "points" },
};
const layout = (path: string) => layouts[path] ?? TEXT;

function text(words: string): FieldValues {
  const tokens = words
    .split(" ")
    .filter(Boolean)
    .map((term, position) => ({ term, position }));
  return { tokens, length: tokens.length, present: true };
}

function documents(list: Record<string, FieldValues>[]) {
  return list.map((fields, at) => ({ id: String(at), fields: new Map(Object.entries(fields)) }));
}

describe("segment", () => {
  it("gives back postings, frequencies, positions and statistics", () => {
    const field = segmentOf(documents([{ title: text("b a b") }, { title: text("") }, {}, { title: text("c b") }]), {
      layout,
    }).field("title");
    const b = field?.terms.find("b");
    expect(b).toMatchObject({ term: "b", ordinal: 1, docFreq: 2, totalTermFreq: 3 });
    if (!field || !b) throw new Error("no term");
    expect(field.postings(b)).toEqual({ docs: Uint32Array.of(0, 3), freqs: Uint32Array.of(2, 1) });
    expect(field.positions(b)).toEqual({ starts: Uint32Array.of(0, 2, 3), positions: Uint32Array.of(0, 2, 1) });
    expect([field.docCount, field.sumDocFreq, field.sumTotalTermFreq]).toEqual([2, 4, 5]);
    expect([0, 1, 2, 3].map((doc) => field.exists(doc))).toEqual([true, true, false, true]);
    expect(Array.from(field.norms ?? [])).toEqual([3, 0, 0, 2]);
  });

  it("orders terms by UTF-8 bytes over many blocks and finds each", () => {
    const words = [
      ...Array.from({ length: 500 }, (_, at) => `w${at * 7919}`),
      "\u{1F600}",
      "\uFFEE",
      "é",
      "e",
      "zz",
      "\ud800",
    ];
    const terms = segmentOf(documents(words.map((word) => ({ tag: { terms: [word] } }))), { layout }).field(
      "tag",
    )?.terms;
    const sorted = words
      .map((word) => Buffer.from(word))
      .sort(Buffer.compare)
      .map(String);
    expect([...(terms?.from("") ?? [])].map((entry) => entry.term)).toEqual(sorted);
    sorted.forEach((word, ordinal) => {
      expect(terms?.find(word)?.ordinal).toBe(ordinal);
      expect(terms?.at(ordinal).term).toBe(word);
    });
    expect(terms?.find("w")).toBeUndefined();
    expect(terms?.find("zzz")).toBeUndefined();
    expect([...(terms?.withPrefix("w79") ?? [])].map((entry) => entry.term)).toEqual(
      sorted.filter((word) => word.startsWith("w79")),
    );
    expect([...(terms?.from("z") ?? [])][0]?.term).toBe("zz");
  });

  it("walks the dictionary with an automaton", () => {
    const words = Array.from({ length: 300 }, (_, at) => at.toString(3));
    const terms = segmentOf(documents(words.map((word) => ({ tag: { terms: [word] } }))), { layout }).field(
      "tag",
    )?.terms;
    // Accepts words whose digits sum to an even number and that hold no "02".
    const automaton: TermAutomaton = {
      start: 0,
      step: (state, byte) =>
        state % 2 === 1 && byte === 0x32 ? -1 : (((state >> 1) + byte) % 2) * 2 + (byte === 0x30 ? 1 : 0),
      accepts: (state) => state >> 1 === 0,
    };
    const wanted = words.filter(
      (word) => !word.includes("02") && [...word].reduce((sum, digit) => sum + Number(digit), 0) % 2 === 0,
    );
    expect([...(terms?.matching(automaton) ?? [])].flatMap((entry) => entry?.term ?? [])).toEqual([...wanted].sort());
  });

  it("keeps keyword ordinals, one and several a document", () => {
    const single = segmentOf(documents([{ tag: { terms: ["b"] } }, {}, { tag: { terms: ["a"] } }]), { layout }).field(
      "tag",
    )?.ordinals;
    expect(single?.multiValued).toBe(false);
    expect([single?.at(0, 0), single?.count(1), single?.at(2, 0)]).toEqual([1, 0, 0]);
    const several = segmentOf(documents([{ tag: { terms: ["b", "a", "b"] } }, {}]), { layout }).field("tag")?.ordinals;
    expect(several?.multiValued).toBe(true);
    expect([several?.count(0), several?.at(0, 0), several?.at(0, 1), several?.count(1)]).toEqual([2, 0, 1, 0]);
  });

  it("keeps every digit of numbers", () => {
    const big = 9_223_372_036_854_775_807n;
    const years = segmentOf(documents([{ year: { numbers: [big] } }, {}, { year: { numbers: [-3] } }]), {
      layout,
    }).field("year")?.numbers;
    expect([years?.exact?.(0, 0), years?.count(1), years?.at(2, 0)]).toEqual([big, 0, -3]);
    const dates = segmentOf(documents([{ year: { numbers: [1.7e12, 5] } }]), { layout }).field("year")?.numbers;
    expect([dates?.count(0), dates?.at(0, 0), dates?.at(0, 1), dates?.exact]).toEqual([2, 5, 1.7e12, undefined]);
    const prices = segmentOf(documents([{ price: { numbers: [0.1] } }]), { layout }).field("price")?.numbers;
    expect(prices?.at(0, 0)).toBe(Math.fround(0.1));
  });

  it("keeps points within Lucene's precision", () => {
    const points = segmentOf(documents([{ place: { points: [{ lat: 48.8566, lon: 2.3522 }] } }, {}]), { layout }).field(
      "place",
    )?.points;
    expect(points?.lat(0, 0)).toBeCloseTo(48.8566, 6);
    expect(points?.lon(0, 0)).toBeCloseTo(2.3522, 6);
    expect(points?.count(1)).toBe(0);
  });

  it("refuses a term that Lucene refuses", () => {
    expect(() => segmentOf(documents([{ tag: { terms: ["x".repeat(32_767)] } }]), { layout })).toThrow(
      /immense term in field="tag"/,
    );
  });

  it("finds documents by sequence number, gaps included", () => {
    const segment = segmentOf(
      [3, 4, 9].map((seq) => ({ id: String(seq), seq, fields: new Map() })),
      { layout },
    );
    expect([segment.seq(0), segment.seq(2)]).toEqual([3, 9]);
    expect([3, 4, 5, 9, 10].map((seq) => segment.segment.docOf(seq))).toEqual([0, 1, -1, 2, -1]);
  });
});

describe("norms", () => {
  it("agree with Lucene's SmallFloat", () => {
    // Exact below 40, then four significant bits above 24: the steps of the formula.
    expect([0, 1, 23, 24, 39, 40, 41, 42, 100, 1000].map((length) => decodeNorm(encodeNorm(length)))).toEqual([
      0, 1, 23, 24, 39, 40, 40, 42, 96, 984,
    ]);
    for (let norm = 0; norm < 255; norm++) expect(encodeNorm(decodeNorm(norm))).toBe(norm);
  });
});
