import { describe, expect, it } from "vitest";
import { finished } from "../../steps";
import { SegmentBuilder } from "../build/builder";
import type { MemoryDocument } from "../build/memory";
import { segmentOf } from "../build/memory";
import { mergeSegments } from "./merge";
import type { FieldLayout, FieldValues } from "../types";

const layouts: Record<string, FieldLayout> = {
  text: { postings: true, positions: true, norms: true, columns: "none" },
  tag: { postings: true, positions: false, norms: false, columns: "ordinals" },
  unindexed: { postings: false, positions: false, norms: false, columns: "ordinals" },
  long: { postings: false, positions: false, norms: false, columns: "int64" },
  float: { postings: false, positions: false, norms: false, columns: "float32" },
  place: { postings: false, positions: false, norms: false, columns: "points" },
  vector: { postings: false, positions: false, norms: false, columns: "vectors" },
};
function layout(path: string): FieldLayout {
  const found = layouts[path];
  if (!found) throw new Error(path);
  return found;
}

/** Mulberry32: the same documents at every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function documentOf(random: (below: number) => number, seq: number, deadOneIn: number): MemoryDocument {
  const fields = new Map<string, FieldValues>();
  const list = <T>(most: number, make: () => T) => Array.from({ length: random(most) }, make);
  if (random(5)) {
    const tokens = list(12, () => `w${random(60)}`).map((term, position) => ({
      term,
      position: position * (1 + random(2)),
    }));
    fields.set("text", {
      tokens: tokens.sort((a, b) => a.position - b.position),
      length: tokens.length,
      present: true,
    });
  }
  if (random(4)) fields.set("tag", { terms: list(3, () => `t${random(300)}é`), present: true });
  if (random(4)) fields.set("unindexed", { terms: [`u${random(40)}`] });
  if (random(3))
    fields.set("long", {
      numbers: list(3, () => (random(20) ? random(1000) - 500 : 2n ** 60n + BigInt(random(9)))),
      present: true,
    });
  if (random(3)) fields.set("float", { numbers: [Math.fround(random(1000) / 7)] });
  if (random(3))
    fields.set("place", { points: list(3, () => ({ lat: random(180) - 90, lon: random(360) - 180 })), present: true });
  if (random(3)) fields.set("vector", { vector: Float32Array.from([random(9), random(9) / 7, -random(9)]) });
  return { id: String(seq), seq, fields, dead: random(deadOneIn) === 0 };
}

describe("mergeSegments", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("makes the bytes that a rebuild of the live documents makes (seed %i)", (seed) => {
    const random = randomOf(seed);
    let seq = random(100);
    const deadOneIn = seed % 2 ? 3 : 1_000_000;
    const lists = Array.from({ length: 2 + random(5) }, () =>
      Array.from({ length: 1 + random(120) }, () => documentOf(random, (seq += 1 + random(2)), deadOneIn)),
    );
    const work = mergeSegments(lists.map((list, at) => segmentOf(list, { layout, number: at })));
    let step = work.next();
    while (!step.done) step = work.next();

    const rebuilt = new SegmentBuilder();
    const live = lists.flat().filter((document) => !document.dead);
    for (const { seq: number = 0, fields } of live)
      finished(
        rebuilt.add({
          seq: number,
          fields: [...fields].map(([path, values]) => [path, values, layout(path)] as const),
        }),
      );
    const expected = finished(rebuilt.finish());

    const places = (fields: { path: string }[]) => new Map(fields.map((field, at) => [String(at), field.path]));
    const named = (image: typeof expected | undefined) => {
      const names = places(image?.meta.fields ?? []);
      return new Map(
        [...(image?.parts ?? [])]
          .map(
            ([name, bytes]) =>
              [name.replace(/^\d+/, (at) => names.get(at) ?? at), Buffer.from(bytes).toString("hex")] as const,
          )
          .sort(),
      );
    };
    const sorted = (image: typeof expected | undefined) => ({
      ...image?.meta,
      fields: [...(image?.meta.fields ?? [])].sort((a, b) => (a.path < b.path ? -1 : 1)),
    });
    expect(sorted(step.value)).toEqual(sorted(expected));
    expect(named(step.value)).toEqual(named(expected));
  });

  it("returns nothing when no document lives", () => {
    const work = mergeSegments([segmentOf([{ id: "1", fields: new Map(), dead: true }], { layout })]);
    let step = work.next();
    while (!step.done) step = work.next();
    expect(step.value).toBeUndefined();
  });
});
