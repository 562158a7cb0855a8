import { afterEach, describe, expect, test } from "vitest";
import { type PlayedNode, playNode } from "../../../tests/setup/cluster";
import type { EngineRequest } from "../port";
import { EngineUnreachableError } from "./failures";
import { type OpenedEngine, openRemoteEngine } from "./open";

const opened: { close: () => Promise<void> }[] = [];

async function cluster(
  count: number,
): Promise<{ nodes: PlayedNode[]; engine: OpenedEngine["engine"]; seen: () => number }> {
  const nodes: PlayedNode[] = [];
  for (let number = 0; number < count; number++) nodes.push(await playNode());
  const remote = openRemoteEngine({ nodes: nodes.map(({ url }) => url) });
  opened.push(remote, ...nodes);
  return { nodes, engine: remote.engine, seen: () => nodes.reduce((sum, { seen }) => sum + seen.length, 0) };
}

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const SEARCH: EngineRequest = { method: "POST", path: "/books/_search", body: "{}" };
const BULK: EngineRequest = { method: "POST", path: "/_bulk", body: '{"index":{}}\n{}\n' };
const PUT_DOCUMENT: EngineRequest = { method: "PUT", path: "/books/_doc/1", body: "{}" };

describe("nodes", () => {
  test("are asked in turn", async () => {
    const { nodes, engine } = await cluster(3);
    for (let call = 0; call < 6; call++) await engine(SEARCH);
    expect(nodes.map(({ seen }) => seen.length)).toEqual([2, 2, 2]);
  });

  test("one that is away costs nobody a call, is set aside, and is asked again when it is back", async () => {
    const { nodes, engine } = await cluster(2);
    const [away, there] = nodes;
    await away?.close();
    for (let call = 0; call < 4; call++) expect((await engine(BULK)).status).toBe(200);
    expect(there?.seen.length).toBe(4);
    const back = await playNode({ port: away?.port ?? 0 });
    opened.push(back);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (let call = 0; call < 4; call++) await engine(SEARCH);
    expect(back.seen.length).toBe(2);
  });

  test("when all are away the error names each with its reason", async () => {
    const { nodes, engine } = await cluster(2);
    for (const node of nodes) await node.close();
    const error: unknown = await engine(BULK).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EngineUnreachableError);
    for (const { url } of nodes) expect(String(error)).toContain(`${url}: connection refused`);
  });

  test("a path before the API, the sign-in and the request id go along", async () => {
    const node = await playNode();
    const remote = openRemoteEngine({
      nodes: [`${node.url}/search/api`],
      credentials: { kind: "api-key", key: "a2V5" },
    });
    opened.push(remote, node);
    await remote.engine({ method: "GET", path: "/b%20c/_doc/1", query: { routing: "ä b" }, requestId: "r-1" });
    expect(node.seen[0]).toMatchObject({
      path: "/search/api/b%20c/_doc/1?routing=%C3%A4+b",
      headers: { authorization: "ApiKey a2V5", "x-opaque-id": "r-1" },
    });
  });
});

describe("a call that may have been carried out", () => {
  // The connection breaks after the node has read the call.
  async function calls(request: EngineRequest): Promise<{ count: number; answered: boolean }> {
    const { nodes, engine, seen } = await cluster(3);
    let first = true;
    for (const node of nodes) {
      node.answers(() => {
        if (!first) return { status: 200 };
        first = false;
        return "break";
      });
    }
    const answered = await engine(request).then(
      () => true,
      () => false,
    );
    return { count: seen(), answered };
  }

  test.each<[string, EngineRequest]>([
    ["a search", SEARCH],
    ["a document by id", { method: "GET", path: "/books/_doc/1" }],
    ["a document written under an id", PUT_DOCUMENT],
    ["a mapping", { method: "PUT", path: "/books/_mapping", body: "{}" }],
    ["settings", { method: "PUT", path: "/books/_settings", body: "{}" }],
    ["a refresh", { method: "POST", path: "/books/_refresh" }],
  ])("is repeated on another node: %s", async (_name, request) => {
    expect(await calls(request)).toEqual({ count: 2, answered: true });
  });

  test.each<[string, EngineRequest]>([
    ["a bulk", BULK],
    ["a document without an id", { method: "POST", path: "/books/_doc", body: "{}" }],
    ["a document that must be new", { method: "PUT", path: "/books/_doc/1", query: { op_type: "create" }, body: "{}" }],
    ["a document that must be new, by path", { method: "PUT", path: "/books/_create/1", body: "{}" }],
    [
      "a document under a condition",
      { method: "PUT", path: "/books/_doc/1", query: { if_seq_no: "1", if_primary_term: "1" }, body: "{}" },
    ],
    ["a partial update", { method: "POST", path: "/books/_update/1", body: "{}" }],
    ["a delete", { method: "DELETE", path: "/books/_doc/1" }],
    ["the next page of a scroll", { method: "POST", path: "/_search/scroll", body: "{}" }],
    ["a new index", { method: "PUT", path: "/books", body: "{}" }],
    ["an update by query", { method: "POST", path: "/books/_update_by_query" }],
  ])("is not repeated: %s", async (_name, request) => {
    expect(await calls(request)).toEqual({ count: 1, answered: false });
  });
});

describe("busy answers", () => {
  async function answered(status: number, request: EngineRequest): Promise<{ count: number; status: number }> {
    const { nodes, engine, seen } = await cluster(2);
    let left = 1;
    for (const node of nodes)
      node.answers(() =>
        left-- > 0 ? { status, body: { error: { type: "x", reason: "busy" }, status } } : { status: 200 },
      );
    const answer = await engine(request);
    return { count: seen(), status: answer.status };
  }

  test.each([502, 503, 504])(
    "%i is asked once more for reads and safe writes, passed on for others",
    async (status) => {
      expect(await answered(status, SEARCH)).toEqual({ count: 2, status: 200 });
      expect(await answered(status, PUT_DOCUMENT)).toEqual({ count: 2, status: 200 });
      expect(await answered(status, BULK)).toEqual({ count: 1, status });
    },
  );

  test("429 is asked once more for reads alone", async () => {
    expect(await answered(429, SEARCH)).toEqual({ count: 2, status: 200 });
    expect(await answered(429, PUT_DOCUMENT)).toEqual({ count: 1, status: 429 });
  });

  test("401 is the back end's own sign-in, not the caller's", async () => {
    const { nodes, engine } = await cluster(1);
    nodes[0]?.answers(() => ({ status: 401 }));
    await expect(engine(SEARCH)).rejects.toThrow(`${nodes[0]?.url}: the cluster refuses the back end's sign-in (401)`);
  });
});

test("a caller who goes away ends the call", async () => {
  const { nodes, engine } = await cluster(1);
  nodes[0]?.answers(() => new Promise(() => undefined));
  const gone = new AbortController();
  const call = engine({ ...SEARCH, signal: gone.signal });
  const ended = expect(call).rejects.toThrow(/abort/i);
  await expect.poll(() => nodes[0]?.seen.length).toBe(1);
  gone.abort();
  await ended;
  expect(nodes[0]?.seen.length).toBe(1);
});

describe("large bodies and answers", () => {
  const large = "é".repeat(1_500_000);

  test("an answer goes by in pieces for a caller who takes the rest, whole for others", async () => {
    const { nodes, engine } = await cluster(1);
    nodes[0]?.answers(() => ({ status: 200, body: large, type: "text/plain" }));
    const whole = await engine(SEARCH);
    expect(whole.rest).toBeUndefined();
    expect(whole.body).toBe(large);
    const parted = await engine({ ...SEARCH, takesRest: true });
    expect(parted.body.length).toBeLessThan(1_000_000);
    const rest: Uint8Array[] = [];
    for await (const piece of parted.rest ?? []) rest.push(piece);
    expect(parted.body + Buffer.concat(rest).toString("utf8")).toBe(large);
  });

  test("a small answer, and a refusal of any size, comes whole", async () => {
    const { nodes, engine } = await cluster(1);
    nodes[0]?.answers(() => ({ status: 200, body: "small" }));
    expect(await engine({ ...SEARCH, takesRest: true })).toMatchObject({ body: "small" });
    nodes[0]?.answers(() => ({ status: 400, body: large }));
    expect((await engine({ ...SEARCH, takesRest: true })).body).toBe(large);
  });

  async function* lines(count: number, read: () => void): AsyncGenerator<Uint8Array> {
    for (let line = 0; line < count; line++) {
      read();
      yield Buffer.from('{"delete":{"_index":"books","_id":"1"}}\n');
    }
  }

  test("a bulk in pieces reaches the next node where one is away, unread until then", async () => {
    const { nodes, engine } = await cluster(2);
    await nodes[1]?.close();
    for (let call = 0; call < 2; call++) {
      let read = 0;
      expect((await engine({ method: "POST", path: "/_bulk", pieces: lines(1_000, () => read++) })).status).toBe(200);
      expect(read).toBe(1_000);
    }
    expect(nodes[0]?.seen.map(({ body }) => body.split("\n").length)).toEqual([1_001, 1_001]);
  });

  test("what is wrong with a body in pieces is thrown as it is, and no node is blamed", async () => {
    const { engine } = await cluster(1);
    async function* refused(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("{}\n");
      throw new RangeError("no more");
    }
    await expect(engine({ method: "POST", path: "/_bulk", pieces: refused() })).rejects.toThrow(RangeError);
    async function* deep(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${"[".repeat(2_000)}\n`);
    }
    expect(await engine({ method: "POST", path: "/_bulk", pieces: deep() })).toMatchObject({
      status: 400,
      body: expect.stringContaining("nesting depth") as string,
    });
  });
});
