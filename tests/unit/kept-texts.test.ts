import { describe, expect, test } from "vitest";
import { toRecord } from "@backend/gateway/platform/recording/record";
import type { Route, SignedContext } from "@backend/gateway/platform/http/types";
import { requestAgain } from "~/services/data/logs/again.server";
import { bodyView, maskedBody, readableBody, readJson } from "~/services/data/logs/body-view.server";
import { recordSchema, rowOf } from "~/services/data/logs/record.server";
import { hitsOf } from "~/services/data/logs/replay.server";
import { stagesOf } from "~/services/data/logs/stages.server";
import { logRecord } from "../setup/seeds/log";
import { busyMs, MOST_MS } from "../setup/busy";

// Whatever a caller sends is kept, and read again by those who look at the log. A text of many beginnings of anything
// that is looked for there must not be read to its end from each of them.

const TIMES = 30_000;
const BEGINNINGS = [
  ...[
    '"index":[',
    '"_index":"',
    '{"index":{',
    '"indices_boost":[{',
    '"endpoint":{"headers":{',
    '"password":"',
    '"passw\\u006frd":"',
    "password=",
    "Authorization: Basic ",
  ],
  ...[
    '{"settings":{',
    '"settings":{"took":',
    '"took":',
    "[type=",
    '"cause":{"type":"',
    '"message":"',
    "[",
    "{",
    '"',
    "\\",
    "\\u0070",
    "${",
    "<script",
    "/*",
    "a.b.",
    "(",
    "%7b",
  ],
];

const kept = (text: string) => {
  const context = {
    segments: ["films", "_search"],
    path: "/films/_search",
    query: { q: text },
    indices: ["films"],
    method: "POST",
    headers: { referer: text },
    record: {},
  };
  const call = {
    route: {
      methods: ["POST"],
      path: "/:index/_search",
      access: { kind: "search", category: "search" },
    } as unknown as Route,
    context: { ...context, socketAddress: "127.0.0.1", provenAddress: "127.0.0.1" } as unknown as SignedContext,
    caller: null,
    reply: { status: 400, headers: { "X-Said": text }, body: text },
    requestBody: text,
    took: 1,
  };
  return toRecord(call);
};

const record = (text: string) => {
  const request = { uri: "/films/_reactivesearch", method: "POST", header: { Referer: [text] }, body: text };
  const stage = { uri: "/films/_msearch", headers: text, body: text, method: "POST", stage: "querytranslate", took: 1 };
  const more = {
    request,
    response: { code: 400, status: "Bad Request", Headers: {}, body: text },
    requestChanges: [stage],
    responseChanges: [stage],
  };
  return recordSchema.parse({ ...logRecord({ id: "long", index: "films" }), ...more });
};

const READERS: Record<string, (text: string) => () => unknown> = {
  "the writer of the log": (text) => () => kept(text),
  "the list": (text) =>
    (
      (one) => () =>
        rowOf(one)
    )(record(text)),
  "a replay": (text) =>
    (
      (one) => () =>
        requestAgain(one)
    )(record(text)),
  "the stages": (text) =>
    (
      (one) => () =>
        stagesOf(one)
    )(record(text)),
  "a body as a tree": (text) => () => bodyView(text, { as: "tree", path: [], from: 0 }),
  "a body as text": (text) => () => [
    bodyView(text, { as: "text", path: [], from: 0 }),
    maskedBody(text),
    readableBody(text),
    readJson(text),
  ],
  "the hits of an answer": (text) => () => hitsOf(text),
};

describe.each(Object.entries(READERS))("%s is done at once with", (_, reader) => {
  test.each(BEGINNINGS)(`%s, ${TIMES} times`, (beginning) => {
    expect(busyMs(reader(beginning.repeat(TIMES)))).toBeLessThan(MOST_MS);
  });
});
