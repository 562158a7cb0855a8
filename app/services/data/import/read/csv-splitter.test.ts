import { describe, expect, it } from "vitest";
import { CsvSplitter, type Cut } from "./csv-splitter.server";
import { MAX_ROW_BYTES } from "../receive/limits.server";

/** Splits in chunks of `size` bytes: every answer must be the same whatever the chunks. */
function split(text: string | Buffer, size: number, delimiter = ","): Cut[] {
  const bytes = Buffer.from(text);
  const splitter = new CsvSplitter({ delimiter });
  const out: Cut[] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const cut of splitter.push(bytes.subarray(at, at + size))) out.push({ ...cut, raw: Buffer.from(cut.raw) });
  return [...out, ...splitter.end()];
}

const shown = (cuts: Cut[]) =>
  cuts.map((cut) => [cut.line, cut.raw.toString(), cut.problem === null ? "" : cut.problem]);

describe.each([1, 3, 7, 1000])("records of a CSV in chunks of %i bytes", (size) => {
  it("takes lines with either line end and leaves empty ones out", () => {
    expect(shown(split("a,b\r\n1,2\n\n\r\n3,4", size))).toEqual([
      [1, "a,b", ""],
      [2, "1,2", ""],
      [5, "3,4", ""],
    ]);
  });

  it("keeps line breaks and doubled quotes inside quotes, and counts their lines", () => {
    expect(shown(split('a,"x\ny ""z""\n,"\nb,2\n', size))).toEqual([
      [1, 'a,"x\ny ""z""\n,"', ""],
      [4, "b,2", ""],
    ]);
  });

  it("takes a quote in the middle of a cell as a letter", () => {
    expect(shown(split('5" pipe,1\n6" pipe,2\n', size))).toEqual([
      [1, '5" pipe,1', ""],
      [2, '6" pipe,2', ""],
    ]);
  });

  it("goes on after a quote that is never closed", () => {
    expect(shown(split('a,b\n1,"open\n2,c\n3,d\n', size))).toEqual([
      [1, "a,b", ""],
      [2, '1,"open', "a quote that is opened here is never closed"],
      [3, "2,c", ""],
      [4, "3,d", ""],
    ]);
  });

  it("tells an open quote in the last line", () => {
    expect(shown(split('1,2\n3,"', size))).toEqual([
      [1, "1,2", ""],
      [2, '3,"', "a quote that is opened here is never closed"],
    ]);
  });
});

it("refuses a row over the limit with its line and goes on with the next", () => {
  const long = Buffer.alloc(MAX_ROW_BYTES * 2 + 11, "x");
  const cuts = split(Buffer.concat([Buffer.from("a,b\n"), long, Buffer.from("\n1,2\n")]), 256 * 1024);
  expect(cuts.map((cut) => [cut.line, cut.problem !== null])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  expect(cuts[1]?.problem).toContain("8 MB");
});

it("splits at carriage returns alone when told so", () => {
  const splitter = new CsvSplitter({ delimiter: ",", newline: 0x0d });
  expect([...splitter.push(Buffer.from("a,b\r1,2\r")), ...splitter.end()].map((cut) => cut.raw.toString())).toEqual([
    "a,b",
    "1,2",
  ]);
});
