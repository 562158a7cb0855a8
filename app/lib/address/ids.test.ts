import { describe, expect, it } from "vitest";
import { generatedIds, oddIds } from "../../../tests/setup/odd-ids";
import { decodeSegment, encodeSegment, isPlainId, shownId } from "./ids";

const ids = [...new Set([...oddIds, ...generatedIds(3000, 7)])];

describe("an id in an address", () => {
  it("comes back as it was", () => {
    expect(ids.filter((id) => decodeSegment(encodeSegment(id)) !== id)).toEqual([]);
  });

  it("is one segment that no URL parser changes, of signs that every proxy passes on", () => {
    const odd = ids
      .map(encodeSegment)
      .filter(
        (segment) =>
          new URL(`http://x.test/a/${segment}/b`).pathname !== `/a/${segment}/b` || !/^[\w.!~*'()%-]+$/.test(segment),
      );
    expect(odd).toEqual([]);
  });

  it("does not make the address one of the router's own calls", () => {
    expect(ids.filter((id) => encodeSegment(id).endsWith(".data"))).toEqual([]);
  });

  it("is another one for another id", () => {
    expect(new Set(ids.map(encodeSegment)).size).toBe(ids.length);
  });

  it("that is half a pair of UTF-16 has an address all the same, as engines store it", () => {
    expect(decodeSegment(encodeSegment("a\ud800b"))).toBe("a\ufffdb");
  });
});

it("goes into a path of the back end only when decoding, cleaning and routing leave it alone", () => {
  expect(["1", "tt0017136", "a.b", "A-1~x", "...", "a_b"].filter((id) => !isPlainId(id))).toEqual([]);
  expect(
    ids.filter((id) => isPlainId(id) && (encodeURIComponent(id) !== id || id.startsWith("_") || /^\.{1,2}$/.test(id))),
  ).toEqual([]);
  expect(["", ".", "..", "_search", "a/b", "50%41", "a b", "é"].filter(isPlainId)).toEqual([]);
});

it("is shown with a sign for what has no shape", () => {
  expect(shownId("a\nb\u0000\u007f")).toBe("a␊b␀␡");
  expect(shownId(" a b ")).toBe("␠a b␠");
  expect(shownId("\u202egnp.exe")).toBe("⟨U+202E⟩gnp.exe");
  expect(shownId("日本語 é 🙂")).toBe("日本語 é 🙂");
});
