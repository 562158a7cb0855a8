import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, basic, makeShoes, openApi } from "../api";
import { ENGINE_NOTES, isNoted } from "../engine-notes";

const MB = 1024 * 1024;
const LIMIT = 100 * MB;
const ADMIN = basic(process.env["CONTRACT_USERNAME"] ?? "foo", process.env["CONTRACT_PASSWORD"] ?? "bar");

describe("limits", () => {
  let api: Api;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    api = await openApi();
    await makeShoes(api, "shoes");
    await api.call("PUT", "/shoes/_doc/far?refresh=true", { price: 1e8, made: "3000-01-01" });
  }, 60_000);
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await api.close();
  });

  function open(head: string): Socket {
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", () => undefined);
    socket.write(head);
    sockets.push(socket);
    return socket;
  }

  const search = (body: unknown, index = "shoes") => api.call("POST", `/${index}/_search`, body);

  describe("of bodies", () => {
    test("a length above the limit is refused before a byte of it is sent", async () => {
      const answer = await new Promise<number>((resolve, reject) => {
        const call = request(
          `${api.url}/_bulk`,
          {
            method: "POST",
            headers: { Authorization: ADMIN, "Content-Type": "application/json", "Content-Length": LIMIT + 1 },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
            call.destroy();
          },
        );
        call.on("error", reject);
        call.flushHeaders();
      });
      expect(answer).toBe(413);
    });

    test("what is packed counts unpacked: a gzip bomb is refused", async () => {
      const bomb = gzipSync(Buffer.alloc(LIMIT + MB, " "));
      expect(bomb.length).toBeLessThan(MB);
      const reply = await api.call("POST", "/_bulk", bomb, { headers: { "Content-Encoding": "gzip" } });
      expect(reply.status).toBe(413);
    });

    test("chunks without an announced length are read to the limit only", async () => {
      let sent = 0;
      const status = await new Promise<number>((resolve, reject) => {
        const call = request(
          `${api.url}/_bulk`,
          { method: "POST", headers: { Authorization: ADMIN, "Content-Type": "application/json" } },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
            call.destroy();
          },
        );
        let answered = false;
        call.on("response", () => (answered = true));
        call.on("error", (error) => (answered ? undefined : reject(error)));
        // Lines, for one that is as long as this is refused before the limit.
        const chunk = Buffer.alloc(4 * MB, " \n");
        const more = () => {
          if (answered || sent > 2 * LIMIT) return;
          sent += chunk.length;
          // Past the limit the answer is under way: who writes on into a closed connection never reads it.
          call.write(chunk, sent > LIMIT ? () => setTimeout(more, 1_000) : more);
        };
        more();
      });
      expect(status).toBe(413);
      expect(sent).toBeLessThan(LIMIT * 1.5);
      // Past the limit a second goes by with each piece.
    }, 180_000);

    test("gzip is read, broken gzip and other packings are refused", async () => {
      const packed = gzipSync(JSON.stringify({ query: { match: { name: "boot" } } }));
      const send = (body: Buffer, encoding: string) =>
        api.call("POST", "/shoes/_search", body, {
          headers: { "Content-Type": "application/json", "Content-Encoding": encoding },
        });
      expect((await send(packed, "gzip")).body).toMatchObject({ hits: { total: { value: 2 } } });
      expect((await send(packed.subarray(0, 20), "gzip")).status).toBe(400);
      expect((await send(Buffer.from("no gzip"), "gzip")).status).toBe(400);
      expect((await send(packed, "br")).status).toBe(415);
    });

    test("a body without rights is refused unread", async () => {
      const reply = await api.call("POST", "/_bulk", Buffer.alloc(8 * MB, " "), { as: null });
      expect(reply.status).toBe(401);
    });
  });

  test("a request for term vectors without an end keeps no engine busy", async () => {
    for (const body of [
      "5",
      "[1]",
      " ",
      '{"filter":5}',
      '{"filter":[1]}',
      '{"fields":{"a":1}}',
      '{"_id":{"a":1}}',
      '{"filter":5,"filter":{}}',
    ]) {
      for (const path of [
        "/shoes/_termvectors/1",
        `/shoes/_termvectors/1?source=${encodeURIComponent(body)}&source_content_type=application/json`,
      ]) {
        const { status } = await api.call("POST", path, path.includes("source") ? undefined : body);
        expect([200, 400], `${path} ${body}`).toContain(status);
      }
    }
    expect((await search({ size: 0 })).status).toBe(200);
  });

  describe("of clients", () => {
    async function isQuick(): Promise<void> {
      const started = performance.now();
      expect((await search({ size: 0 })).status).toBe(200);
      expect(performance.now() - started).toBeLessThan(10_000);
    }
    const HEAD = `POST /shoes/_search HTTP/1.1\r\nHost: x\r\nAuthorization: ${ADMIN}\r\nContent-Type: application/json\r\n`;

    test("slow headers and slow bodies hold nobody up", async () => {
      for (let count = 0; count < 60; count++)
        open(count % 2 === 0 ? "GET /shoes HTTP/1.1\r\nHost: x\r\n" : `${HEAD}Content-Length: 5000\r\n\r\n{`);
      await sleep(100);
      await isQuick();
    });

    test("nor do clients that go away in the middle, or send no HTTP", async () => {
      for (let count = 0; count < 40; count++) {
        const socket = open(
          count % 3 === 0
            ? "\x16\x03\x01\x02 no http\r\n\r\n"
            : count % 3 === 1
              ? `${HEAD}Content-Length: 5000\r\n\r\n{"query":`
              : `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
        );
        setTimeout(() => socket.resetAndDestroy(), 20);
      }
      await sleep(150);
      await isQuick();
    });

    test("nor do clients that never read their answers", async () => {
      for (let count = 0; count < 10; count++)
        open(`GET /shoes/_search?size=100 HTTP/1.1\r\nHost: x\r\nAuthorization: ${ADMIN}\r\n\r\n`.repeat(20)).pause();
      await sleep(100);
      await isQuick();
    });

    test("a search that is given up ends, and does not count for others", async () => {
      for (let count = 0; count < 10; count++) {
        const socket = open(`${HEAD}Content-Length: 2\r\n\r\n{}`);
        socket.destroy();
      }
      await isQuick();
    });
  });

  describe("of searches, in Elasticsearch's words", () => {
    const nested = (depth: number) =>
      `{"query":${'{"bool":{"must":'.repeat(depth)}{"match_all":{}}${"}}".repeat(depth)}}`;
    const terms = (count: number) => Array.from({ length: count }, (_, place) => `t${place}`);

    test("nesting", async () => {
      expect((await search(nested(20))).status).toBe(200);
      const deep = await search(nested(5_000));
      expect([deep.status, deep.text]).toEqual([400, expect.stringContaining("exceeds the maximum allowed (1000")]);
      const parentheses = `{"query":{"query_string":{"query":"${"(".repeat(5_000)}a${")".repeat(5_000)}"}}}`;
      for (const text of [
        "[".repeat(200_000),
        `{"a":`.repeat(50_000),
        ...(isNoted(ENGINE_NOTES.parentheses) ? [] : [parentheses]),
      ]) {
        expect((await search(text)).status, text.slice(0, 40)).toBe(400);
      }
    });

    test.each([
      [
        "clauses",
        { query: { bool: { should: terms(1_025).map((brand) => ({ term: { brand } })) } } },
        "failed to create query: maxClauseCount is set to 1024",
      ],
      [
        "clauses that come out of a text",
        { query: { match: { name: terms(1_100).join(" ") } } },
        "failed to create query: maxClauseCount is set to 1024",
      ],
      [
        "terms",
        { query: { terms: { brand: terms(65_537) } } },
        "The number of terms [65537] used in the Terms Query request has exceeded the allowed maximum of [65536]",
      ],
      [
        "the length of expressions",
        { query: { regexp: { brand: "a".repeat(1_001) } } },
        "The length of regex [1001] used in the Regexp Query request has exceeded the allowed maximum of [1000]",
      ],
      [
        "the work for an expression",
        { query: { regexp: { brand: "(a|b){1,9999}" } } },
        isNoted(ENGINE_NOTES.expressions) ? "input automaton is too large" : "would require more than 10000",
      ],
      [
        "pages",
        { size: 10_001 },
        "Result window is too large, from + size must be less than or equal to: [10000] but was [10001]",
      ],
      ["far pages", { from: 10_000, size: 1 }, "Result window is too large"],
    ])("%s", async (_, body, words) => {
      const { status, text } = await search(body);
      expect([status, text]).toEqual([400, expect.stringContaining(words)]);
    });

    test.skipIf(isNoted(ENGINE_NOTES.emptyBuckets))("buckets", async () => {
      for (const by of [
        { histogram: { field: "price", interval: 1 } },
        { date_histogram: { field: "made", fixed_interval: "1m" } },
        { histogram: { field: "price", interval: 0.000_001, min_doc_count: 0 } },
      ]) {
        const { status, text } = await search({ size: 0, aggs: { h: by } });
        expect([status, text]).toEqual([503, expect.stringContaining("too_many_buckets_exception")]);
        expect(text).toContain("[65535]");
      }
    });

    test("an expression that would go back and forth for ever answers at once", async () => {
      const started = performance.now();
      await search({ query: { wildcard: { brand: `${"*a".repeat(200)}*b` } } });
      await search({ query: { regexp: { brand: "(.*)*(.*)*(.*)*x" } } });
      await search({ query: { query_string: { query: `brand:/${"(a+)+".repeat(20)}b/` } } });
      expect(performance.now() - started).toBeLessThan(10_000);
    });
  });
});
