import { describe, expect, it } from "vitest";
import { cutPieces, splitMarks } from "./marks";
import { textOf, valueAt } from "./values";

const plain = (text: string) => ({ text, mark: false });
const mark = (text: string) => ({ text, mark: true });

describe("splitMarks", () => {
  it("parts marked words from the rest", () => {
    expect(splitMarks("The <hit-mark>God</hit-mark>father")).toEqual([plain("The "), mark("God"), plain("father")]);
    expect(splitMarks("<hit-mark>a</hit-mark><hit-mark>b</hit-mark>")).toEqual([mark("ab")]);
    expect(splitMarks("")).toEqual([]);
  });

  it("leaves a document's own tags as text", () => {
    expect(splitMarks('<script>alert("x")</script> <mark>y</mark></hit-mark>')).toEqual([
      plain('<script>alert("x")</script> <mark>y</mark></hit-mark>'),
    ]);
    expect(splitMarks("a <hit-mark>open")).toEqual([plain("a <hit-mark>open")]);
  });
});

describe("cutPieces", () => {
  it("keeps the first mark in sight", () => {
    const cut = cutPieces([plain("x".repeat(500)), mark("here"), plain("y".repeat(500))], 100);
    expect(cut.map(({ text }) => text).join("")).toMatch(/^…x{25}herey{71}…$/);
    expect(cut.find((piece) => piece.mark)?.text).toBe("here");
  });

  it("leaves short text alone and halves no character", () => {
    expect(cutPieces([plain("short")], 100)).toEqual([plain("short")]);
    const cut = cutPieces([plain("😀".repeat(60))], 51)
      .map(({ text }) => text)
      .join("");
    // Half a character is no URI component.
    expect(() => encodeURIComponent(cut)).not.toThrow();
  });
});

describe("values of a document", () => {
  it("are found by path through objects, lists and keys with dots", () => {
    expect(valueAt({ a: { b: 1 } }, "a.b")).toBe(1);
    expect(valueAt({ "a.b": 2 }, "a.b")).toBe(2);
    expect(valueAt({ "a.b": { c: 4 } }, "a.b.c")).toBe(4);
    expect(valueAt({ a: [{ b: 1 }, { b: [2, 3] }, 5] }, "a.b")).toEqual([1, 2, 3]);
    expect(valueAt({ a: 1 }, "a.b")).toBeUndefined();
  });

  it("are a short line of text", () => {
    expect(textOf(["a", null, 2])).toBe("a, 2");
    expect(textOf({ x: 1 })).toBe('{"x":1}');
    expect(textOf("z".repeat(300), 10)).toBe(`${"z".repeat(10)}…`);
    expect(textOf(null)).toBe("");
  });
});
