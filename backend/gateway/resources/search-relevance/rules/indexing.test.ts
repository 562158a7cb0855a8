import { expect, test } from "vitest";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { ELASTIC_ROUTES } from "@backend/gateway/platform/http/engine-calls";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import { UserSchema } from "@backend/gateway/platform/auth/user";
import { createIndexRules } from "./indexing";
import { liveRule } from "./live-rule";
import { createRests } from "./rests";
import { StoredRuleSchema } from "./schema";

const user = UserSchema.parse({
  username: "foo",
  password: "",
  is_admin: true,
  categories: [],
  allowed_actions: [],
  acls: [],
  indices: ["*"],
});
const admin: Caller = { kind: "user", user };
const BODY = '{"index":{"_id":"1"}}\n{"a":1}\n';
const MADE = '{"index":{"_id":"1"}}\n{"a":2}\n';

const rule = StoredRuleSchema.parse({
  id: "r",
  name: "Made",
  trigger: { type: "index" },
  actions: [{ type: "script", script: Buffer.from("function handleRequest() {}").toString("base64") }],
  author: { name: "foo", kind: "user" },
});

function rules() {
  return createIndexRules({
    rules: { live: async () => [liveRule(rule)] },
    scripts: {
      fetch: async () => ({ error: "nothing is fetched here" }),
      run: async () => ({ kind: "done", result: JSON.stringify({ body: MADE }), called: true, logs: [], spent: false }),
      close: async () => undefined,
    },
    authors: { find: async () => admin },
    reIndexed: { behindAliases: async () => [] },
    namesBehind: async () => [],
    ruleFailures: {
      rests: createRests(),
      skip: () => undefined,
      note: () => undefined,
      of: async () => new Map(),
      forget: async () => undefined,
      close: async () => undefined,
    },
  });
}

function bulk(): SignedContext {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(BODY);
  }
  return {
    id: "1",
    method: "POST",
    path: "/shop/_bulk",
    segments: ["shop", "_bulk"],
    params: { index: "shop" },
    query: {},
    headers: {},
    socketAddress: "127.0.0.1",
    provenAddress: "127.0.0.1",
    selfUrl: "http://127.0.0.1",
    indices: ["shop"],
    signal: new AbortController().signal,
    text: async () => BODY,
    pieces,
    record: {},
    caller: admin,
  };
}

// A large bulk goes on to a cluster in pieces.
test("what a script made of a bulk goes on as a text and in pieces", async () => {
  const row = ELASTIC_ROUTES.find(({ path, methods }) => path === "/:index/_bulk" && methods.includes("POST"));
  if (!row) throw new Error("no row for bulks");
  const made = await rules()(row, bulk());
  expect(await made.text()).toBe(MADE);
  let text = "";
  for await (const piece of made.pieces()) text += Buffer.from(piece).toString();
  expect(text).toBe(MADE);
  expect(made.headers["content-length"]).toBe(String(Buffer.byteLength(MADE)));
});
