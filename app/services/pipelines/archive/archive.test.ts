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
/** An archive of one file of any name: the library writes none that climbs. */
async function zipNamed(name: string) {
  const other = "x".repeat(Buffer.byteLength(name));
  const text = (await zip({ [other]: "1" })).toString("latin1");
  return Buffer.from(text.replaceAll(other, Buffer.from(name).toString("latin1")), "latin1");
}
const without = (bytes: Buffer, change: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};
/** Where the entry of the directory stands. */
const entryIn = (bytes: Buffer) => bytes.indexOf(Buffer.from("PK\u0001\u0002"));

describe("an archive of a pipeline", () => {
  it("is read as it was written, and is the same to the byte in each time zone", async () => {
    const { document, ...read } = await readArchive(await archiveOf({ content, scripts }));
    expect(read).toEqual({ content, scripts });
    expect(document.id).toBe("shoes");
    expect(await archiveOf({ content, scripts })).toEqual(await archiveOf({ content, scripts }));
  });

  it.each(["../tidy.js", "/etc/tidy", "a/../../b", "a\\b.js", "C:tidy.js", "./tidy.js"])(
    "is refused where a stage runs a script called %j, whether the server has it or not",
    async (name) => {
      const climbing = content.replace("tidy.js", JSON.stringify(name));
      const refused = `“${name}” cannot be the name of a file in an archive`;
      await expect(archiveOf({ content: climbing, scripts: { [name]: "" } })).rejects.toThrow(refused);
      await expect(archiveOf({ content: climbing, scripts: {} })).rejects.toThrow(ZipFault);
      await expect(archiveOf({ content, scripts: { ...scripts, [name]: "" } })).rejects.toThrow(refused);
    },
  );

  it("is refused without a script that a stage runs", async () => {
    await expect(archiveOf({ content, scripts: {} })).rejects.toThrow(
      "A stage runs “tidy.js”, which the server did not",
    );
  });

  it.each([
    ["no text", { "tidy.js": "" }, /needs one file pipeline\.yaml/],
    ["two texts", { "pipeline.yaml": content, "pipeline.json": "{}", "tidy.js": "" }, /needs one file/],
    ["a folder around it", { "shoes/pipeline.yaml": content }, /not in a folder/],
    ["another file", { "pipeline.yaml": content, "tidy.js": "", "notes.txt": "" }, /“notes\.txt” is not taken/],
    ["a missing script", { "pipeline.yaml": content }, /A stage runs tidy\.js/],
    ["a text that is none", { "pipeline.yaml": "routes: 1" }, /pipeline\.yaml/],
  ])("is refused with %s", async (_, files, words) => {
    const archive = await zip(files);
    await expect(readArchive(archive)).rejects.toThrow(words);
    await expect(readArchive(archive)).rejects.toThrow(ZipFault);
  });
});

describe("the bounds of an archive", () => {
  const { archiveFiles, archiveFile, body } = PIPELINES_LIMITS;
  const withScripts = (more: Record<string, string>) => zip({ "pipeline.yaml": content, ...scripts, ...more });

  it("are so many files", async () => {
    const further = (count: number) =>
      Object.fromEntries(Array.from({ length: count - 2 }, (_, at) => [`further-${at}.js`, ""]));
    const { scripts: read } = await readArchive(await withScripts(further(archiveFiles.most)));
    expect(Object.keys(read)).toHaveLength(99);
    const more = await withScripts(further(archiveFiles.most + 1));
    await expect(readArchive(more)).rejects.toThrow(/more than 100 files/);
  });

  it("are so many bytes of one, and of all", async () => {
    const most = "x".repeat(archiveFile.most);
    const { scripts: read } = await readArchive(await withScripts({ "large.js": most }));
    expect(read["large.js"]).toHaveLength(archiveFile.most);
    await expect(readArchive(await withScripts({ "large.js": `${most}x` }))).rejects.toThrow(/larger than 1 MB/);
    const names = Array.from({ length: body.most / archiveFile.most }, (_, at) => [`large-${at}.js`, most]);
    const all = await withScripts(Object.fromEntries(names));
    await expect(readArchive(all)).rejects.toThrow(/larger than 4 MB together/);
  });
});

describe("unpacking", () => {
  it.each(["../a.js", "a/../../b.js", "/etc/a.js", "a\\b.js", "C:a.js", "./a.js"])(
    "refuses the name %j",
    async (name) => {
      await expect(unzipTexts(await zipNamed(name), bounds)).rejects.toThrow(/not a name of a file/);
    },
  );

  it("holds the number and the size of files, by what they say of themselves", async () => {
    expect((await unzipTexts(await zip({ a: "1", b: "2", c: "3" }), bounds)).size).toBe(3);
    const four = await zip({ a: "1", b: "2", c: "3", d: "4" });
    await expect(unzipTexts(four, bounds)).rejects.toThrow(/more than 3 files/);
    await expect(unzipTexts(await zip({ a: "x".repeat(1001) }), bounds)).rejects.toThrow(/larger than/);
    const large = "x".repeat(900);
    await expect(unzipTexts(await zip({ a: large, b: large, c: large }), bounds)).rejects.toThrow(/together/);
  });

  it("ends where a file is larger than it says", async () => {
    const bomb = await zip({ a: "x".repeat(50_000_000) });
    const lying = without(bomb, (copy) => copy.writeUInt32LE(10, entryIn(copy) + 24));
    const began = performance.now();
    await expect(unzipTexts(lying, bounds)).rejects.toThrow(/broken/);
    expect(performance.now() - began).toBeLessThan(3000);
  });

  it("refuses encrypted, broken and other archives, and what is no text", async () => {
    const bytes = await zip({ a: "abc" });
    const changed = (offset: number, change: (value: number) => number) =>
      without(bytes, (copy) => {
        const at = entryIn(copy) + offset;
        copy.writeUInt8(change(copy.readUInt8(at)), at);
      });
    const refused = (archive: Buffer, words: RegExp | typeof ZipFault) =>
      expect(unzipTexts(archive, bounds)).rejects.toThrow(words);
    await refused(
      changed(8, () => 1),
      /encrypted/,
    );
    await refused(
      changed(16, (value) => value ^ 1),
      /broken/,
    );
    await refused(
      changed(10, () => 12),
      /deflate/,
    );
    for (let length = 0; length < bytes.length; length++) await refused(bytes.subarray(0, length), ZipFault);
    await refused(deflateRawSync(Buffer.alloc(500)), /not a ZIP file/);
  });

  it("tells of nothing but a fault, whatever the bytes are", async () => {
    const bytes = await archiveOf({ content, scripts });
    for (let at = 0; at < bytes.length; at++) {
      const archive = without(bytes, (copy) => copy.writeUInt8(copy.readUInt8(at) ^ 0x55, at));
      await unzipTexts(archive, { files: 100, each: 100_000, all: 200_000 }).catch((error: unknown) =>
        expect(error).toBeInstanceOf(ZipFault),
      );
    }
  });
});
