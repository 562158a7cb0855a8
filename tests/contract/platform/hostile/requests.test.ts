import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, basic, makeShoes, openApi } from "../../api";
import { sendRaw } from "./raw";

const MARK = "topsecret";
const ADMIN = basic("foo", "bar");
/**
 * What is sent behind a body that other servers on the way may take to be longer or shorter: it must never be answered.
 */
const SMUGGLED = "GET /hidden/_doc/1 HTTP/1.1\r\nHost: x\r\nX-Smuggled: 1\r\n\r\n";

type Case = [name: string, request: string, statuses: readonly number[]];

describe("requests as bytes", () => {
  let api: Api;
  let reader: string;

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shop");
    await makeShoes(api, "hidden");
    await api.call("PUT", "/hidden/_doc/1?refresh=true", { name: MARK });
    const limits = { ip_limit: 1_000_000, docs_limit: 1_000_000, search_limit: 1_000_000 };
    reader = await api.credential({
      indices: ["shop"],
      categories: ["docs", "search"],
      ops: ["read", "write"],
      limits,
    });
  }, 60_000);
  afterAll(() => api.close());

  /** One answer of one of these statuses, nothing of a foreign index in it, and no header that the request wrote. */
  async function expectAnswer([name, request, statuses]: Case, { answers: count = 1 } = {}) {
    const { answers, isClosed, text } = await sendRaw(
      api.url,
      request.replaceAll("{reader}", reader).replaceAll("{admin}", ADMIN),
    );
    const said = `${name}: ${text.slice(0, 400)}`;
    expect(
      answers.map(({ status }) => status),
      said,
    ).toHaveLength(count);
    for (const { status, headers, body } of answers) {
      expect(statuses, said).toContain(status);
      expect(body.includes(MARK), said).toBe(false);
      expect(/^(x-evil|set-cookie|x-smuggled)/im.test(headers), said).toBe(false);
      // What the parser of HTTP refuses has no body, everything else says its kind.
      if (body !== "") expect(headers.toLowerCase(), said).toMatch(/content-type: (application\/json|text\/plain)/);
    }
    if (answers.some(({ status, body }) => status === 400 && body === "")) expect(isClosed, said).toBe(true);
  }

  const head = (line: string, ...headers: string[]) =>
    `${[line, "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
  const get = (path: string, ...headers: string[]) =>
    head(`GET ${path} HTTP/1.1`, "Authorization: {reader}", ...headers);

  test.each<Case>([
    ["the good one", get("/shop/_doc/1"), [200]],
    ["a whole address", get("http://x/shop/_doc/1"), [200]],
    ["a whole address of another host", get("http://evil.test:1/shop/_doc/1"), [200]],
    ["a whole address with a name", get("https://foo:bar@x/hidden/_doc/1"), [401]],
    ["a whole address of a foreign index", get("http://x/hidden/_doc/1"), [401]],
    ["an address in an address", get("http://x/http://x/hidden/_doc/1"), [301]],
    ["an address without a path", get("http://x"), [400]],
    ["an address with a query alone", get("http://x?/hidden/_doc/1"), [400]],
    ["another scheme", get("ftp://x/hidden/_doc/1"), [400]],
    ["file", get("file:///etc/passwd"), [400]],
    ["javascript", get("javascript:alert(1)"), [400]],
    ["a host and a port", get("x:80"), [400]],
    ["no path", get(""), [400]],
    ["a star", get("*"), [400]],
    ["a bare word", get("hidden/_doc/1"), [400]],
    ["a backslash first", get("\\hidden\\_doc\\1"), [400]],
    ["two slashes", get("//hidden/_doc/1"), [301]],
    ["two slashes of a host", get("//evil.test/hidden"), [301]],
    ["steps up", get("/shop/../hidden/_doc/1"), [301]],
    ["steps up in escapes", get("/shop/%2e%2e/hidden/_doc/1"), [301]],
    ["half in escapes", get("/shop/.%2e/hidden/_doc/1"), [301]],
    ["escaped slashes", get("/shop/_doc/..%2f..%2fhidden%2f_doc%2f1"), [400]],
    ["escaped slashes in the index", get("/shop%2f..%2fhidden/_doc/1"), [401]],
    ["an escaped slash in the index", get("/shop%2f_search/_doc/1"), [401]],
    ["escaped twice", get("/shop%252f..%252fhidden/_doc/1"), [401, 404]],
    ["steps escaped twice", get("/shop/%252e%252e/hidden/_doc/1"), [404, 405]],
    ["backslashes", get("/shop/..\\hidden/_doc/1"), [400, 404, 405]],
    ["backslashes in escapes", get("/shop/_doc/..%5c..%5chidden"), [400]],
    ["long forms of a dot", get("/shop/%c0%ae%c0%ae/hidden/_doc/1"), [400]],
    ["escapes of UTF-16", get("/shop/%u002e%u002e/hidden"), [400]],
    ["half an escape", get("/shop/_doc/%"), [400]],
    ["bytes that are no text", get("/shop/_doc/%ff%fe"), [400]],
    ["half a character", get("/shop/_doc/%ed%a0%80"), [400]],
    ["NUL", get("/shop%00/_doc/1"), [400]],
    ["NUL behind the id", get("/shop/_doc/1%00"), [400]],
    ["NUL in the query", get("/shop/_doc/1?preference=%00"), [200, 400]],
    ["a semicolon", get("/shop;/_doc/1"), [401, 404]],
    ["a semicolon behind the id", get("/shop/_doc/1;x=/hidden/_doc/1"), [404, 405]],
    ["a semicolon and steps", get("/shop/..;/hidden/_doc/1"), [404, 405]],
    ["a hash", get("/shop/_doc/1#/hidden"), [400, 404]],
    ["a question mark in escapes", get("/shop/_doc/1%3f_source=name"), [404]],
    ["a list with a foreign one", get("/shop,hidden/_search"), [401]],
    ["a list in escapes", get("/shop%2chidden/_search"), [401]],
    ["CR and LF in the path", get("/shop%0d%0aX-Evil:%201/_doc/1"), [401, 404]],
    ["CR and LF in an id", get("/shop/_doc/1%0d%0aX-Evil:%201%0d%0a%0d%0aHTTP/1.1%20200"), [404, 405]],
    ["CR and LF in a redirect", get("//%0d%0aX-Evil:%201%0d%0a%0d%0ax/"), [301]],
    ["CR and LF in the query of a redirect", get("//shop?x=%0d%0aX-Evil:%201"), [301]],
    ["CR and LF in a parameter", get("/shop/_doc/1?routing=%0d%0aX-Evil:%201"), [200, 404]],
    ["bytes above ASCII", get("/shop/_doc/\xe9\xff"), [400, 404]],
    ["a path of 15,000 letters", get(`/shop/_doc/${"x".repeat(15_000)}`), [400, 404]],
    ["a path of 200,000 letters", get(`/shop/_doc/${"x".repeat(200_000)}`), [431]],
    ["4,000 segments", get(`${"/x".repeat(4_000)}`), [404, 405]],
    ["4,000 steps", get(`${"/..".repeat(4_000)}/hidden`), [301]],
    ["3,000 parameters", get(`/shop/_search?${"a&".repeat(3_000)}`), [400]],
  ])("targets: %s", async (...row) => expectAnswer(row));

  test.each<Case>([
    ["a space in the target", "GET /shop /_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["a tab in the target", "GET /shop\t/_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["NUL in the target", "GET /shop\0/_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["CR in the target", "GET /shop\r/_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["LF in the target", "GET /shop\n/_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["a small method", "get /shop/_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["an unknown method", "HACK /shop/_doc/1 HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["TRACE", head("TRACE /shop/_doc/1 HTTP/1.1", "Authorization: {admin}"), [405]],
    ["PROPFIND", head("PROPFIND /shop/_doc/1 HTTP/1.1", "Authorization: {admin}"), [405]],
    ["a method of 10,000 letters", `${"G".repeat(10_000)} / HTTP/1.1\r\nHost: x\r\n\r\n`, [400]],
    ["no version", "GET /shop/_doc/1\r\n\r\n", [400, 401]],
    ["version 3.7", "GET /shop/_doc/1 HTTP/3.7\r\nHost: x\r\n\r\n", [400]],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
    ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
    ["no host", "GET /arc/_health HTTP/1.1\r\nConnection: close\r\n\r\n", [400]],
    ["two hosts", "GET /arc/_health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", [400]],
    ["NUL in a header", head("GET / HTTP/1.1", "X-A: a\0b"), [400]],
    ["CR in a header", head("GET / HTTP/1.1", "X-A: a\rX-Evil: 1"), [400]],
    ["a header of two lines", head("GET / HTTP/1.1", "X-A: a\r\n Authorization: {admin}"), [400, 401]],
    ["a space before the colon", head("GET /hidden/_doc/1 HTTP/1.1", "Authorization : {admin}"), [400]],
    ["a space before the name", head("GET /hidden/_doc/1 HTTP/1.1", "X-A: b\r\n\tAuthorization: {admin}"), [400, 401]],
    ["no colon", head("GET / HTTP/1.1", "Authorization"), [400]],
    ["no name", head("GET / HTTP/1.1", ": x"), [400]],
    ["a name with signs", head("GET / HTTP/1.1", "X(A): x"), [400]],
    ["a header of 20,000 letters", head("GET / HTTP/1.1", `X-A: ${"x".repeat(20_000)}`), [431]],
    ["5,000 headers", head("GET / HTTP/1.1", ...Array.from({ length: 5_000 }, (_, at) => `X${at}: 1`)), [431]],
    ["two sign-ins, the stronger one last", head("GET /hidden/_doc/1 HTTP/1.1", "Authorization: {reader}", "Authorization: {admin}"), [400]],
    ["two sign-ins, the stronger one first", head("GET /hidden/_doc/1 HTTP/1.1", "Authorization: {admin}", "Authorization: {reader}"), [400]],
    ["the same sign-in twice", head("GET /shop/_doc/1 HTTP/1.1", "Authorization: {reader}", "authorization: {reader}"), [400]],
    ["two sign-ins in one", head("GET /hidden/_doc/1 HTTP/1.1", "Authorization: {reader}, {admin}"), [401]],
    ["a sign-in of a proxy", head("GET /hidden/_doc/1 HTTP/1.1", "Proxy-Authorization: {admin}"), [401]],
    ["a sign-in in the address", head("GET http://foo:bar@x/hidden/_doc/1 HTTP/1.1"), [401]],
    ["another method by a header", get("/hidden/_doc/1", "X-HTTP-Method-Override: DELETE", "X-Original-URL: /_users", "X-Rewrite-URL: /_users"), [401]],
    ["a path by a header", get("/shop/_doc/1", "X-Original-URL: /hidden/_doc/1", "X-Forwarded-Path: /hidden/_doc/1", "X-Forwarded-Prefix: /hidden"), [200]],
    ["somebody else by a header", head("GET /shop/_doc/1 HTTP/1.1", "X-Forwarded-User: foo", "Remote-User: foo", "X-Remote-User: foo", "es-security-runas-user: foo"), [401]],
    ["to be seen as another", get("/shop/_doc/1", "X-View-As: foo"), [401]],
    ["to be seen as two", head("GET /shop/_doc/1 HTTP/1.1", "Authorization: {admin}", "X-View-As: foo", "X-View-As: foo"), [400]],
    ["to be seen as nobody", head("GET /shop/_doc/1 HTTP/1.1", "Authorization: {admin}", "X-View-As: %ff"), [400]],
    ["to be seen as one with a line end", head("GET /shop/_doc/1 HTTP/1.1", "Authorization: {admin}", "X-View-As: %0d%0aX-Evil:1"), [404]],
    ["two pages that it comes from", get("/shop/_doc/1", "Referer: https://a.test/", "Referer: https://b.test/"), [400]],
    ["an id of another's", get("/shop/_doc/1", `X-Request-Id: a"b<script>`), [200]],
    ["an id of 10,000 letters", get("/shop/_doc/1", `X-Request-Id: ${"x".repeat(10_000)}`), [200]],
    ["an upgrade", get("/hidden/_doc/1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: x"), [401]],
    ["an expectation", get("/shop/_doc/1", "Expect: nonsense"), [417]],
    ["a preflight with a line end", head("OPTIONS /shop HTTP/1.1", "Origin: x", "Access-Control-Request-Method: GET", "Access-Control-Request-Headers: a%0d%0ax-evil, x\"y, <b>"), [200]],
    ["an origin with markup", get("/shop/_doc/1", "Origin: https://x.test/<script>"), [200]],
    ["HTTP/1.0 without a host", "GET /shop/_doc/1 HTTP/1.0\r\nAuthorization: {reader}\r\n\r\n", [200]],
  ])("lines and headers: %s", async (...row) => expectAnswer(row)); // prettier-ignore

  const body = "{}";
  const post = (headers: readonly string[], text: string, path = "/shop/_count") =>
    `POST ${path} HTTP/1.1\r\n${["Host: x", "Authorization: {reader}", "Content-Type: application/json", ...headers].join("\r\n")}\r\n\r\n${text}`;
  const chunked = (...chunks: string[]) =>
    chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  const END = "0\r\n\r\n";

  test.each<Case>([
    ["length and chunks", post([`Content-Length: ${body.length}`, "Transfer-Encoding: chunked"], chunked(body) + END + SMUGGLED), [400]],
    ["chunks and length", post(["Transfer-Encoding: chunked", "Content-Length: 5"], `0\r\n\r\n${SMUGGLED}`), [400]],
    ["two lengths", post(["Content-Length: 2", `Content-Length: ${2 + SMUGGLED.length}`], body + SMUGGLED), [400]],
    ["the same length twice", post(["Content-Length: 2", "Content-Length: 2"], body + SMUGGLED), [400]],
    ["two lengths in one", post(["Content-Length: 2, 90"], body + SMUGGLED), [400]],
    ["a length with a sign", post(["Content-Length: +2"], body + SMUGGLED), [400]],
    ["a length below nothing", post(["Content-Length: -2"], body + SMUGGLED), [400]],
    ["a length in hex", post(["Content-Length: 0x2"], body + SMUGGLED), [400]],
    ["a length with a fraction", post(["Content-Length: 2.0"], body + SMUGGLED), [400]],
    ["a length in words", post(["Content-Length: two"], body + SMUGGLED), [400]],
    ["an empty length", post(["Content-Length: "], body + SMUGGLED), [400]],
    ["a length beyond all numbers", post(["Content-Length: 99999999999999999999999"], body + SMUGGLED), [400]],
    ["a length beyond the limit", post(["Content-Length: 999999999999"], body), [413]],
    ["chunks by another name", post(["Transfer-Encoding: xchunked"], chunked(body) + END + SMUGGLED), [400]],
    ["chunks with a tab", post(["Transfer-Encoding:\x0bchunked"], chunked(body) + END + SMUGGLED), [400]],
    ["chunks, then as it is", post(["Transfer-Encoding: chunked, identity"], chunked(body) + END + SMUGGLED), [400]],
    ["chunks twice", post(["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], chunked(body) + END + SMUGGLED), [400]],
    ["a space before the colon", post(["Transfer-Encoding : chunked", "Content-Length: 2"], body + SMUGGLED), [400]],
    ["a name with an underscore", post(["Transfer_Encoding: chunked", "Content-Length: 2", "Connection: close"], body), [200]],
    ["a chunk without a length", post(["Transfer-Encoding: chunked"], `\r\n${body}\r\n${END}`), [400]],
    ["a chunk with a sign", post(["Transfer-Encoding: chunked"], `+2\r\n${body}\r\n${END}`), [400]],
    ["a chunk below nothing", post(["Transfer-Encoding: chunked"], `-2\r\n${body}\r\n${END}`), [400]],
    ["a chunk 0x", post(["Transfer-Encoding: chunked"], `0x2\r\n${body}\r\n${END}`), [400]],
    ["a chunk beyond all numbers", post(["Transfer-Encoding: chunked"], `fffffffffffffffff\r\n${body}\r\n${END}`), [400]],
    ["a chunk longer than it says", post(["Transfer-Encoding: chunked"], `1\r\n${body}\r\n${END}${SMUGGLED}`), [400]],
    ["a chunk that ends in LF", post(["Transfer-Encoding: chunked"], `2\n${body}\n0\n\n${SMUGGLED}`), [400]],
    ["a chunk with a tail of 100,000 letters", post(["Transfer-Encoding: chunked"], `2;${"x".repeat(100_000)}\r\n${body}\r\n${END}`), [413]],
    ["a sign-in behind the chunks", `POST /hidden/_count HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTrailer: Authorization\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body)}0\r\nAuthorization: {admin}\r\n\r\n`, [401]],
    ["an encoding that is not known", post(["Content-Encoding: br", "Content-Length: 2", "Connection: close"], body), [415]],
    ["gzip that is none", post(["Content-Encoding: gzip", "Content-Length: 2", "Connection: close"], body), [400]],
    ["gzip twice", post(["Content-Encoding: gzip, gzip", "Content-Length: 2", "Connection: close"], body), [415]],
    ["a body of a GET", `GET /shop/_count HTTP/1.1\r\nHost: x\r\nAuthorization: {reader}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n${body}`, [200]],
  ])("bodies: %s", async (...row) => expectAnswer(row)); // prettier-ignore

  test("what stands behind a body is a request of its own, with a sign-in of its own", async () => {
    const second = "GET /hidden/_doc/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    await expectAnswer(["two in one", `${post(["Content-Length: 2"], body)}${second}`, [200, 401]], { answers: 2 });
    await expectAnswer(
      ["two in one, refused first", `${post(["Content-Length: 2"], body, "/hidden/_count")}${second}`, [401]],
      { answers: 2 },
    );
  });

  test("CONNECT is closed", async () => {
    const { answers, isClosed } = await sendRaw(api.url, "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n");
    expect([answers.length, isClosed]).toEqual([0, true]);
  });

  test("the server stands, and nothing was changed", async () => {
    expect((await api.call("GET", "/hidden/_doc/1")).body).toMatchObject({ _version: 2, _source: { name: MARK } });
    expect((await api.call("GET", "/shop/_count")).body).toMatchObject({ count: 3 });
  });
});
