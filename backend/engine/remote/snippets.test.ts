import { expect, test } from "vitest";
import { withoutRequestBytes } from "./snippets";

// As Elasticsearch 7.10 answers a bulk with a line that cannot be read.
const REQUEST =
  'POST /t/_bulk HTTP/1.1\r\nhost: es\r\nauthorization: Basic ZWxhc3RpYzpzZWNyZXQ=\r\n\r\n{"index":{}}\n{"a": hello}\n';
const reason = (cut = "") =>
  `Unrecognized token 'hello'\n at [Source: (byte[])"${REQUEST}"${cut}; line: 1, column: 13]`;
const CLEAN = "Unrecognized token 'hello'\n at [Source: (byte[]); line: 1, column: 13]";
const itemsOf = (text: string) =>
  JSON.stringify({ items: Array.from({ length: 3 }, () => ({ index: { error: { caused_by: { reason: text } } } })) });

async function* pieces(text: string, size: number) {
  for (let from = 0; from < text.length; from += size) yield Buffer.from(text.slice(from, from + size));
}

async function whole(response: { body: string; rest?: AsyncIterable<Uint8Array> | undefined }): Promise<string> {
  const known = [Buffer.from(response.body)];
  for await (const piece of response.rest ?? []) known.push(Buffer.from(piece));
  return Buffer.concat(known).toString("utf8");
}

const response = (status: number, body: string) => ({ status, contentType: "application/json", body });

test("the request that a parser quotes goes out of refusals and of answers that hold reasons", () => {
  for (const cut of ["", "[truncated 1203 bytes]"]) {
    expect(withoutRequestBytes({ path: "/t/_doc/1" }, response(400, itemsOf(reason(cut)))).body).toBe(itemsOf(CLEAN));
    expect(withoutRequestBytes({ path: "/t/_bulk" }, response(200, itemsOf(reason(cut)))).body).toBe(itemsOf(CLEAN));
  }
});

test.each([1, 7, 64, 5000])("in pieces of %i bytes too, wherever they are cut", async (size) => {
  const text = itemsOf(reason());
  const cut = withoutRequestBytes(
    { path: "/_bulk" },
    { ...response(200, text.slice(0, size)), rest: pieces(text.slice(size), size) },
  );
  expect(await whole(cut)).toBe(itemsOf(CLEAN));
});

test("a quotation that never ends is dropped all the same", async () => {
  const text = `{"a":"[Source: (byte[])\\"POST / HTTP/1.1 authorization: x${"y".repeat(5000)}`;
  expect(
    await whole(withoutRequestBytes({ path: "/_bulk" }, { ...response(200, ""), rest: pieces(text, 512) })),
  ).not.toContain("authorization");
});

test("documents that hold such a text keep it", () => {
  expect(withoutRequestBytes({ path: "/t/_search" }, response(200, itemsOf(reason()))).body).toBe(itemsOf(reason()));
});
