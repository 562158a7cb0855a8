// @vitest-environment node
import { expect, test } from "vitest";
import { splitMultipart } from "./multipart";

const contentType = "multipart/form-data; boundary=XX";

function body(...parts: [head: string, text: string | Buffer][]): Buffer {
  const pieces = parts.flatMap(([head, text]) => [Buffer.from(`--XX\r\n${head}\r\n\r\n`), Buffer.from(text), "\r\n"]);
  return Buffer.concat(
    [...pieces, "--XX--\r\n"].map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
  );
}
const head = (rest: string) => `Content-Disposition: form-data; ${rest}`;
const split = (...parts: [string, string | Buffer][]) => splitMultipart({ body: body(...parts), contentType });

test("parts with and without file names and types, in their order", async () => {
  await expect(
    split(
      [head('name="pipeline"; filename="pipeline.yaml"') + "\r\nContent-Type: application/octet-stream", "a: é\n"],
      [head('name="enabled"'), "true"],
      [head('filename="rank.js"'), "x"],
      [head('name="é.js"') + "\r\nContent-Type: application/json", "{}"],
      [head('name="empty"'), ""],
      [head('name="file"; filename=""') + "\r\nContent-Type: application/octet-stream", ""],
    ),
  ).resolves.toEqual([
    { name: "pipeline", filename: "pipeline.yaml", text: "a: é\n" },
    { name: "enabled", filename: null, text: "true" },
    { name: "rank.js", filename: "rank.js", text: "x" },
    { name: "é.js", filename: null, text: "{}" },
    { name: "empty", filename: null, text: "" },
    { name: "file", filename: null, text: "" },
  ]);
});

test("what FormData makes is read, a large file too", async () => {
  const data = new FormData();
  data.set("pipeline", "{}");
  data.set("big.js", new Blob(["b".repeat(300_000)]), "big.js");
  const response = new Response(data);
  const parts = await splitMultipart({
    body: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get("content-type") ?? "",
  });
  expect(parts.map(({ name, text }) => [name, text.length])).toEqual([
    ["pipeline", 2],
    ["big.js", 300_000],
  ]);
});

test("100 parts are read, 101 are not", async () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at): [string, string] => [head(`name="p${at}"`), "x"]);
  await expect(split(...parts(100))).resolves.toHaveLength(100);
  await expect(split(...parts(101))).rejects.toThrow("more than 100 parts");
});

test("a form without parts is empty", async () => {
  await expect(splitMultipart({ body: Buffer.from("--XX--\r\n"), contentType })).resolves.toEqual([]);
});

const one = body([head('name="a"'), "b"]);

test.each([
  ["a body that is cut", one.subarray(0, one.length - 8), contentType, "the form cannot be read"],
  [
    "a file that is cut",
    body([head('name="a"; filename="a"'), "b"]).subarray(0, 70),
    contentType,
    "the form cannot be read",
  ],
  ["nothing", Buffer.alloc(0), contentType, "the form cannot be read"],
  ["no boundary", one, "multipart/form-data", "names no boundary"],
  ["another boundary", one, "multipart/form-data; boundary=YY", "the form cannot be read"],
  ["another type", one, "application/x-www-form-urlencoded", "is no multipart/form-data"],
  ["a broken header", Buffer.from("--XX\r\nbad header\r\n\r\nx\r\n--XX--\r\n"), contentType, "the form cannot be read"],
  ["a long name", body([head(`name="${"a".repeat(1_001)}"`), ""]), contentType, "name of a part is too long"],
  ["bytes", body([head('name="a"; filename="a"'), Buffer.from([0xff, 0xfe])]), contentType, "no text in UTF-8"],
])("refused: %s", async (_, given, type, message) => {
  await expect(splitMultipart({ body: given, contentType: type })).rejects.toThrow(message);
});
