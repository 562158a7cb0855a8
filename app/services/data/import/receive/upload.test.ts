import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { receiveUpload } from "./upload.server";

const root = mkdtempSync(join(tmpdir(), "upload-"));
let dir = "";
let folders = 0;
beforeEach(() => {
  dir = join(root, String(++folders));
});
afterAll(() => rmSync(root, { recursive: true }));

function formOf(entries: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.append(name, value);
  return form;
}

const post = (body: BodyInit, init: RequestInit = {}) =>
  new Request("http://console.test/", { method: "POST", body, ...init });

it("writes the file to disk, byte for byte, and hands out the texts", async () => {
  const bytes = new Uint8Array(300_000).map((_, at) => at % 251);
  const upload = await receiveUpload({
    request: post(formOf({ intent: "upload-file", file: new File([bytes], "bücher.csv") })),
    dir,
  });
  expect(upload).toMatchObject({ problem: null, cut: [], file: { name: "bücher.csv", size: bytes.length } });
  expect(upload.fields.get("intent")).toBe("upload-file");
  expect(readFileSync(upload.file?.path ?? "").equals(Buffer.from(bytes))).toBe(true);
});

it.each([
  ["a\u202Egnp.csv", "a gnp.csv"],
  ["é".repeat(300), "é".repeat(255)],
  ["\u200b", "Unnamed file"],
  ["../../etc/passwd", "passwd"],
])("shows the name %j so that it can be read", async (name, shown) => {
  expect((await receiveUpload({ request: post(formOf({ file: new File(["a"], name) })), dir })).file?.name).toBe(shown);
});

it("refuses a file over the limit and leaves nothing of it", async () => {
  const file = new File([new Uint8Array(200_000)], "a.csv");
  const upload = await receiveUpload({ request: post(formOf({ file })), dir, maxBytes: 100_000 });
  expect(upload.file).toBeNull();
  expect(upload.problem).toContain("larger than");
  expect(readdirSync(dir)).toEqual([]);
});

it("takes a control without a file for no file", async () => {
  expect(await receiveUpload({ request: post(formOf({ file: new File([], "") })), dir })).toMatchObject({
    file: null,
    problem: null,
  });
});

it("says when a pasted text was cut", async () => {
  expect((await receiveUpload({ request: post(formOf({ rows: "x".repeat(6 * 1024 * 1024) })), dir })).cut).toEqual([
    "rows",
  ]);
});

it.each([
  ["no form", "a=b", "application/x-www-form-urlencoded", 415],
  ["no boundary", "x", "multipart/form-data", 400],
  [
    "cut off",
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    "multipart/form-data; boundary=b",
    400,
  ],
])("answers a request with %s by itself", async (_name, body, type, status) => {
  const thrown: unknown = await receiveUpload({
    request: post(body, { headers: { "Content-Type": type } }),
    dir,
  }).catch((error: unknown) => error);
  expect(thrown instanceof Response ? thrown.status : thrown).toBe(status);
});

it("leaves no file when the browser goes away", async () => {
  const abort = new AbortController();
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(head + "x".repeat(100_000)));
    },
  });
  const init: RequestInit & { duplex: "half" } = {
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
    signal: abort.signal,
    duplex: "half",
  };
  const ended = expect(receiveUpload({ request: post(body, init), dir })).rejects.toThrow();
  await expect.poll(() => readdirSync(dir).length).toBe(1);
  abort.abort();
  await ended;
  expect(readdirSync(dir)).toEqual([]);
});
