import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import type { Caller } from "../auth/types";
import type { RecordedCall } from "../recording/recorded-call";
import { createInnerCall, type Inner, INNER_CALL } from "./inner-call";
import { NOBODY } from "./let-in";
import { json } from "./reply";
import { createRouter } from "./router";
import type { Route, SignedContext } from "./types";

const admin: Caller = {
  kind: "user",
  user: {
    ...(NOBODY.kind === "user" && NOBODY.user),
    username: "ada",
    is_admin: true,
    sources: ["0.0.0.0/0"],
  } as never,
};
const outer = {
  id: "search-1",
  caller: admin,
  socketAddress: "203.0.113.9",
  headers: {
    authorization: "Basic x",
    "x-second-factor": "proof",
    "x-view-as": "mira",
    cookie: "a=b",
    referer: "https://shop.test/",
    "x-request-category": "streams",
  },
} as unknown as SignedContext;

function stage(handle: Route["handle"]) {
  const recorded: RecordedCall[] = [];
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const router = createRouter([
    {
      methods: ["GET", "POST"],
      path: "/:index/_count",
      access: { kind: "search", category: "search", op: "read" },
      handle,
    },
  ]);
  const recorder = {
    record: (call: RecordedCall) => void recorded.push(call),
    flush: async () => {},
    close: async () => {},
    dropped: () => 0,
  };
  const call = createInnerCall({ router, rateLimits: async () => true, recorder, log });
  const ask = (more: Partial<Inner> = {}) =>
    call(outer, {
      method: "POST",
      target: "/books/_count",
      headers: {},
      body: "{}",
      signal: new AbortController().signal,
      ...more,
    });
  return { ask, recorded, lines };
}

test("the handler sees the caller, his address and page, the signal, and nothing by which he signed in", async () => {
  const seen: SignedContext[] = [];
  const { ask, recorded } = stage(async (context) => {
    seen.push(context);
    return json({ text: await context.text() });
  });
  const signal = AbortSignal.timeout(60_000);
  await ask({
    body: '{"a":1}',
    headers: { "x-own": "yes", referer: "https://evil.test/", [INNER_CALL]: "forged" },
    signal,
  });
  expect(seen[0]).toMatchObject({ id: "search-1", caller: admin, socketAddress: "203.0.113.9", indices: ["books"] });
  expect(seen[0]?.signal).toBe(signal);
  expect(seen[0]?.headers).toEqual({
    "content-type": "application/json",
    "content-length": "7",
    referer: "https://shop.test/",
    "x-own": "yes",
    [INNER_CALL]: "search-1",
  });
  expect(recorded).toMatchObject([{ caller: admin, requestBody: '{"a":1}', reply: { status: 200 } }]);
});

test("it ends with the call around it", async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const { ask, lines } = stage(async ({ signal }) => {
    begin();
    await setTimeout(60_000, undefined, { signal, ref: false });
    return json({});
  });
  const gone = new AbortController();
  const answer = ask({ signal: gone.signal });
  await begun;
  gone.abort();
  expect((await answer).status).toBe(500);
  // Nobody is there to be told, and nothing is wrong.
  expect(lines).toEqual([]);
});

test("what goes wrong is an answer and one line of the log", async () => {
  const { ask, lines, recorded } = stage(() => Promise.reject(new TypeError("ours")));
  expect(await ask()).toMatchObject({ status: 500 });
  expect(lines).toHaveLength(1);
  expect(recorded).toHaveLength(1);
});

test.each<[Partial<Inner>, number]>([
  [{ method: "PUT" }, 405],
  [{ target: "/nowhere/at/all/x" }, 404],
  [{ target: "/books//_count" }, 400],
  [{ target: "/%zz/_count" }, 400],
])("%j is refused before anything runs", async (more, status) => {
  const handle = vi.fn<Route["handle"]>();
  const { ask, recorded } = stage(handle);
  expect((await ask(more)).status).toBe(status);
  expect(handle).not.toHaveBeenCalled();
  expect(recorded).toEqual([]);
});
