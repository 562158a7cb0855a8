import { ENGINE_LIMITS } from "@common/limits/engine";
import { describe, expect, test } from "vitest";
import type { Caller } from "@backend/gateway/platform/auth/types";
import { checkedBulk } from "./bulk-pieces";
import { prepareBody } from "./prepare-body";
import { replaceInReply } from "./replace";

const RIGHTS = {
  username: "u",
  password: "",
  password_hash_type: "bcrypt" as const,
  email: "",
  created_at: "",
  updated_at: "",
  sources: ["0.0.0.0/0"],
  sources_xff_value: null,
  categories: [],
  allowed_actions: [],
  acls: [],
};
const ADMIN: Caller = { kind: "user", user: { ...RIGHTS, is_admin: true, indices: ["*"] } };
const CLERK: Caller = { kind: "user", user: { ...RIGHTS, is_admin: false, indices: ["books"] } };

const SHOP: Caller = {
  kind: "credential",
  credential: {
    username: "shop",
    password: "",
    owner: "",
    creator: "",
    role: "",
    categories: ["docs"],
    acls: ["bulk"],
    ops: ["write"],
    indices: ["*"],
    sources: ["0.0.0.0/0"],
    sources_xff_value: null,
    referers: ["*"],
    created_at: "",
    updated_at: "",
    ttl: -1,
    limits: {},
    description: "",
    include_fields: null,
    exclude_fields: ["pin"],
  },
};

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function streamed(caller: Caller, text: string, size: number): Promise<string> {
  const out: Uint8Array[] = [];
  for await (const piece of checkedBulk({ caller, pieces: inPieces(text, size) })) out.push(piece);
  return Buffer.concat(out).toString("utf8");
}

const GOOD = [
  '{"index":{"_index":"books","_id":"1"}}',
  '{"title":"Žluťoučký 🐎 \\"script\\"","script":{"source":"x"}}',
  '{"delete":{"_index":"books","_id":"2"}}',
  '{"update":{"_index":"books","_id":"3"}}',
  '{"doc":{"title":"a"}}',
  "",
].join("\n");
const FOREIGN = `${GOOD}{"index":{"_index":".users","_id":"x"}}\n{}\n`;
const SCRIPT = `${GOOD}{"update":{"_index":"books","_id":"1"}}\n{"script":{"source":"ctx._source.a=1"}}\n`;
const NO_ACTION = `${GOOD}nope\n{"a":1}\n`;
const HIDDEN = `${GOOD}[]\n{"script":{"source":"x"}}\n`;

describe.each([1, 7, 64, 100_000])("a bulk in pieces of %i bytes", (size) => {
  test.each([ADMIN, CLERK])("goes on unchanged, with or without a newline at its end", async (caller) => {
    expect(await streamed(caller, GOOD, size)).toBe(GOOD);
    expect(await streamed(caller, GOOD.trimEnd(), size)).toBe(GOOD.trimEnd());
  });

  test.each([
    ["an index of others", CLERK, FOREIGN],
    ["a script", ADMIN, SCRIPT],
    ["a script", CLERK, SCRIPT],
    ["no action", CLERK, NO_ACTION],
    ["a script after no action", ADMIN, HIDDEN],
  ])("is refused as the whole body is: %s", async (_name, caller, text) => {
    let refusal: unknown;
    try {
      prepareBody({ kind: "bulk", caller, text });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Error);
    if (text === HIDDEN) await expect(streamed(caller, text, size)).rejects.toMatchObject({ status: 400 });
    else await expect(streamed(caller, text, size)).rejects.toEqual(refusal);
  });

  test.each([
    '{"update":{"_id":"1","_source":true}}\n{"doc":{}}\n',
    '{"update":{"_id":"1"}}\n{"doc":{},"_source_includes":["pin"]}\n',
    '{"update":{"_id":"1"}}\n{"doc":{},"_sou\\u0072ce":true}\n',
  ])("the source of a document is not for a credential without all fields: %s", async (text) => {
    expect(await streamed(CLERK, text, size)).toBe(text);
    for (const check of [
      async () => streamed(SHOP, text, size),
      async () => prepareBody({ kind: "bulk", caller: SHOP, text }),
    ])
      await expect(check()).rejects.toMatchObject({ status: 401 });
  });

  test("an admin's unknown action is for the engine to refuse", async () => {
    expect(await streamed(ADMIN, NO_ACTION, size)).toBe(NO_ACTION);
  });
});

test.each([1, 3, 10, 1000])("texts are replaced across pieces of %i bytes", async (size) => {
  const text = '{"_index":"books_reindexed_1","t":"🐎🐎🐎"}'.repeat(20);
  const bytes = Buffer.from(text);
  // The beginning is text, so it ends with a whole character.
  const reply = {
    status: 200,
    headers: {},
    body: bytes.toString("utf8", 0, 30),
    rest: inPieces(bytes.toString("utf8", 30), size),
  };
  const { body, rest } = replaceInReply(reply, [['"books_reindexed_1"', '"books"']]);
  let whole = body;
  const decoder = new TextDecoder();
  for await (const piece of rest ?? []) whole += decoder.decode(piece, { stream: true });
  expect(whole).toBe(text.replaceAll("books_reindexed_1", "books"));
});

describe("a bulk past its bounds", () => {
  const { bulkActions, actionLine, document } = ENGINE_LIMITS;
  const deletions = (count: number) => '{"delete":{"_id":"1"}}\n'.repeat(count);
  const longAction = (bytes: number) => `{"index":{"_id":"1"}${" ".repeat(bytes - 21)}}\n{}\n`;
  const longDocument = (bytes: number) => `{"index":{}}\n{"a":"${"x".repeat(bytes - 8)}"}\n`;

  test.each([
    ["actions", deletions, bulkActions.most, 413],
    ["bytes of an action line", longAction, actionLine.most, 400],
    ["bytes of a document", longDocument, document.most, 413],
  ])("%s", async (_, make, most, status) => {
    for (const caller of [ADMIN, CLERK]) {
      const whole = make(most);
      expect((await streamed(caller, whole, 65_536)).length).toBe(whole.length);
      await expect(streamed(caller, make(most + 1), 65_536)).rejects.toMatchObject({ status });
    }
  });

  test("a line that does not end is refused when it has become too long", async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 65_536;
        yield Buffer.alloc(65_536, "x");
      }
    }
    const read = async () => {
      for await (const _ of checkedBulk({ caller: ADMIN, pieces: endless() }));
    };
    await expect(read()).rejects.toMatchObject({ status: 413 });
    expect(sent).toBeLessThan(document.most + 100_000);
  });
});
