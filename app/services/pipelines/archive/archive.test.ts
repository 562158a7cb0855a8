import { deflateRawSync } from "node:zlib";
import { PIPELINES_LIMITS } from "@common/limits/pipelines";
import { describe, expect, it } from "vitest";
import { archiveOf, readArchive } from "./pipeline-archive.server";
import { unzipTexts, ZipFault } from "./unzip.server";
import { zipTexts } from "./zip.server";

const content = `id: shoes
routes:
  - path: /shoes
    method: GET
    classify: { category: search }
stages:
  - id: tidy
    scriptRef: tidy.js
`;
const scripts = { "tidy.js": "function handleRequest() { return { a: 'ä' }; }" };
const bounds = { files: 3, each: 1000, all: 2000 };
const zip = (files: Record<string, string>) => zipTexts(new Map(Object.entries(files)));
const without = (bytes: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};
/** Where the entry of the directory stands. */
const entryIn = (bytes: Buffer) => bytes.indexOf(Buffer.from("PK\u0001\u0002"));

describe("an archive of a pipeline", () => {
  it("is read as it was written", () => {
    const { document, ...read } = readArchive(archiveOf({ content, scripts }));
    expect(read).toEqual({ content, scripts });
    expect(document.id).toBe("shoes");
  });

  it.each([
    ["no text", { "tidy.js": "" }, /needs one file pipeline\.yaml/],
    ["two texts", { "pipeline.yaml": content, "pipeline.json": "{}", "tidy.js": "" }, /needs one file/],
    ["a folder around it", { "shoes/pipeline.yaml": content }, /not in a folder/],
    ["another file", { "pipeline.yaml": content, "tidy.js": "", "notes.txt": "" }, /“notes\.txt” is not taken/],
    ["a missing script", { "pipeline.yaml": content }, /A stage runs tidy\.js/],
    ["a text that is none", { "pipeline.yaml": "routes: 1" }, /pipeline\.yaml/],
  ])("is refused with %s", (_, files, words) => {
    expect(() => readArchive(zip(files))).toThrow(words);
    expect(() => readArchive(zip(files))).toThrow(ZipFault);
  });
});

describe("the bounds of an archive", () => {
  const { archiveFiles, archiveFile, body } = PIPELINES_LIMITS;
  const withScripts = (more: Record<string, string>) => zip({ "pipeline.yaml": content, ...scripts, ...more });

  it("are so many files", () => {
    const further = (count: number) =>
      Object.fromEntries(Array.from({ length: count - 2 }, (_, at) => [`further-${at}.js`, ""]));
    expect(Object.keys(readArchive(withScripts(further(archiveFiles.most))).scripts)).toHaveLength(99);
    expect(() => readArchive(withScripts(further(archiveFiles.most + 1)))).toThrow(/more than 100 files/);
  });

  it("are so many bytes of one, and of all", () => {
    const most = "x".repeat(archiveFile.most);
    expect(readArchive(withScripts({ "large.js": most })).scripts["large.js"]).toHaveLength(archiveFile.most);
    expect(() => readArchive(withScripts({ "large.js": `${most}x` }))).toThrow(/larger than 1 MB/);
    const names = Array.from({ length: body.most / archiveFile.most }, (_, at) => [`large-${at}.js`, most]);
    expect(() => readArchive(withScripts(Object.fromEntries(names)))).toThrow(/larger than 4 MB together/);
  });
});

describe("unpacking", () => {
  it.each(["../a.js", "a/../../b.js", "/etc/a.js", "a\\b.js", "C:a.js", "./a.js", ""])(
    "refuses the name %j",
    (name) => {
      expect(() => unzipTexts(zip({ [name]: "x" }), bounds)).toThrow(/not a name of a file/);
    },
  );

  it("holds the number and the size of files, by what they say of themselves", () => {
    expect(unzipTexts(zip({ a: "1", b: "2", c: "3" }), bounds).size).toBe(3);
    expect(() => unzipTexts(zip({ a: "1", b: "2", c: "3", d: "4" }), bounds)).toThrow(/more than 3 files/);
    expect(() => unzipTexts(zip({ a: "x".repeat(1001) }), bounds)).toThrow(/larger than/);
    const large = "x".repeat(900);
    expect(() => unzipTexts(zip({ a: large, b: large, c: large }), bounds)).toThrow(/together/);
  });

  it("ends where a file is larger than it says", () => {
    const bomb = zip({ a: "x".repeat(50_000_000) });
    const lying = without(bomb, (copy) => copy.writeUInt32LE(10, entryIn(copy) + 24));
    const began = performance.now();
    expect(() => unzipTexts(lying, bounds)).toThrow(/broken/);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it("refuses encrypted, broken and other archives, and what is no text", () => {
    const bytes = zip({ a: "abc" });
    expect(() =>
      unzipTexts(
        without(bytes, (copy) => (copy[entryIn(copy) + 8] = 1)),
        bounds,
      ),
    ).toThrow(/encrypted/);
    expect(() =>
      unzipTexts(
        without(bytes, (copy) => copy.writeUInt8(copy.readUInt8(entryIn(copy) + 16) ^ 1, entryIn(copy) + 16)),
        bounds,
      ),
    ).toThrow(/broken/);
    expect(() =>
      unzipTexts(
        without(bytes, (copy) => (copy[entryIn(copy) + 10] = 12)),
        bounds,
      ),
    ).toThrow(/deflate/);
    expect(() => unzipTexts(zip({ a: "\ud800" }), bounds)).not.toThrow();
    for (let length = 0; length < bytes.length; length++)
      expect(() => unzipTexts(bytes.subarray(0, length), bounds)).toThrow(ZipFault);
    expect(() => unzipTexts(deflateRawSync(Buffer.alloc(500)), bounds)).toThrow(/not a ZIP file/);
  });

  it("tells of nothing but a fault, whatever the bytes are", () => {
    const bytes = archiveOf({ content, scripts });
    for (let at = 0; at < bytes.length; at++)
      try {
        unzipTexts(
          without(bytes, (copy) => copy.writeUInt8(copy.readUInt8(at) ^ 0x55, at)),
          { files: 100, each: 100_000, all: 200_000 },
        );
      } catch (error) {
        expect(error).toBeInstanceOf(ZipFault);
      }
  });
});
