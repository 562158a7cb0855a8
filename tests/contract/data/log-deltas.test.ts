import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { applyDelta } from "~/lib/values/delta";
import { deltaOf } from "@backend/gateway/resources/data/logs/deltas";
import { wellFormed } from "@backend/gateway/platform/recording/record";
import { randomBelow } from "../../setup/seeds/random";
import { type Api, makeShoes, openApi } from "../api";
import { busyMs } from "../../setup/busy";

const StageSchema = z.object({
  stage: z.string(),
  uri: z.string(),
  method: z.string(),
  headers: z.string(),
  body: z.string(),
});
const RecordSchema = z.object({
  id: z.string(),
  category: z.string(),
  diffLogs: z.boolean(),
  request: z.object({
    uri: z.string(),
    method: z.string(),
    header: z.record(z.string(), z.array(z.string())),
    body: z.string(),
  }),
  requestChanges: z.array(StageSchema).nullable(),
  responseChanges: z.array(StageSchema).nullable(),
});
const ListSchema = z.object({ logs: z.array(RecordSchema) });

const WORDS = [
  "boot",
  " ",
  "größe",
  "日本語",
  "🥾",
  '{"query":',
  "\n",
  "\t",
  "%22",
  "+",
  "=3",
  "null",
  "a",
  "👩‍🚀",
  "\\u0000",
];

test("a delta of any two texts makes the one of the other", () => {
  const below = randomBelow(20_261_126);
  const text = (words: number) => Array.from({ length: words }, () => WORDS[below(WORDS.length)] ?? "").join("");
  for (let round = 0; round < 400; round++) {
    const before = text(below(60));
    // Texts that have much in common, and such that have nothing.
    const cut = below(before.length + 1);
    const after =
      round % 3 === 0 ? text(below(60)) : wellFormed(`${before.slice(0, cut)}${text(below(5))}${before.slice(cut)}`);
    expect(applyDelta(before, deltaOf(before, after)), JSON.stringify([before, after])).toBe(after);
  }
  expect(deltaOf("same 🥾", "same 🥾")).toBe("=6");
  expect(deltaOf("", "")).toBe("");
});

test("a delta of long texts that differ everywhere takes no time to speak of", () => {
  const before = Array.from({ length: 60_000 }, (_, n) => `word${n} `).join("");
  const after = Array.from({ length: 60_000 }, (_, n) => `other${n * 7} `).join("");
  const compared = () => expect(applyDelta(before, deltaOf(before, after))).toBe(after);
  expect(busyMs(compared, 1_000)).toBeLessThan(1_000);
});

let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
}, 60_000);
afterAll(() => api.close());

test("a record that is read raw has its stages as differences, from which the full ones come; lists have these", async () => {
  const body = { query: [{ id: "q", value: "größe 🥾 boot", dataField: ["name"] }], settings: { userId: "delta" } };
  expect((await api.call("POST", "/shoes/_reactivesearch", body)).status).toBe(200);
  let full: z.output<typeof RecordSchema> | undefined;
  await expect
    .poll(
      async () => {
        await api.call("POST", "/.logs/_refresh");
        full = ListSchema.parse((await api.call("GET", "/shoes/_logs?filter=search")).body).logs[0];
        return full;
      },
      { timeout: 10_000 },
    )
    .toBeDefined();
  if (!full) throw new Error("no record");
  expect(full.diffLogs).toBe(false);
  expect(full.requestChanges?.length).toBeGreaterThan(0);

  const raw = RecordSchema.parse((await api.call("GET", `/_log/${full.id}?verbose=false`)).body);
  expect(raw.diffLogs).toBe(true);
  let before = {
    uri: raw.request.uri,
    method: raw.request.method,
    headers: JSON.stringify(raw.request.header),
    body: raw.request.body,
  };
  for (const [at, stage] of (raw.requestChanges ?? []).entries()) {
    const whole = full.requestChanges?.[at];
    const made = Object.fromEntries(
      (["uri", "method", "headers", "body"] as const).map((part) => [part, applyDelta(before[part], stage[part])]),
    );
    expect(made).toEqual({
      uri: whole?.uri,
      method: whole?.method,
      headers: whole?.headers || before.headers,
      body: whole?.body,
    });
    before = z.object({ uri: z.string(), method: z.string(), headers: z.string(), body: z.string() }).parse(made);
  }
  expect(await api.call("GET", `/_log/${full.id}`)).toMatchObject({
    body: { diffLogs: true, requestParseError: null },
  });
});
