import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealText } from "@common/storage/seal";
import { Secret, TOTP } from "otpauth";
import { openEmptyEngine } from "../../../../../tests/replay/target";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { createServices, prepareServices } from "@backend/gateway/gateway";
import { callEngine } from "@backend/gateway/platform/store/engine-client";
import { createOwnKey } from "./own-key";

let opened: OpenedEngine;
let folder: string;
beforeAll(async () => {
  opened = await openEmptyEngine();
  folder = mkdtempSync(join(tmpdir(), "own-key-"));
}, 60_000);
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const all = async () =>
  JSON.stringify(
    (
      await callEngine(opened.engine, {
        method: "POST",
        path: "/_all/_search",
        query: { expand_wildcards: "all" },
        body: { size: 1000 },
      })
    ).body,
  );

test("a generated key lies in the data folder, for its user alone, and is made once", () => {
  const file = join(folder, "deep", "second-factor.secret");
  const key = createOwnKey(file)();
  expect(createOwnKey(file)()).toBe(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "deep")).mode & 0o777).toBe(0o700);
  writeFileSync(file, "short");
  expect(() => createOwnKey(file)()).toThrow("holds no key of second factors");
});

test("a key that an earlier version kept in the index goes, and what it sealed is opened by the new one", async () => {
  const file = join(folder, "second-factor.secret");
  const services = createServices({ engine: opened.engine, log: pino({ level: "silent" }), secondFactorKey: file });
  await prepareServices(services);
  const user = { username: "rita", password: "$2b$hash" };
  const who = { user, address: "203.0.113.7" };
  const { secret } = await services.secondFactors.begin({ ...who, issuer: "Searchdeck", code: undefined });
  const code = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await services.secondFactors.confirm({ ...who, code: code(-1), minutes: 5 });
  // As an earlier version left it: the key beside, the secret sealed with it.
  const old = "k".repeat(43);
  const { body } = await callEngine(opened.engine, {
    method: "POST",
    path: "/.second_factors/_search",
    body: { query: { term: { username: "rita" } } },
  });
  const [hit] = (body as { hits: { hits: { _id: string; _source: object }[] } }).hits.hits;
  const sealed = sealText({ text: secret, secrets: [old], purpose: "second factor", of: "rita" });
  const put = (id: string, source: object) =>
    callEngine(opened.engine, {
      method: "PUT",
      path: `/.second_factors/_doc/${id}`,
      query: { refresh: "true" },
      body: source,
    });
  await put(hit?._id ?? "", { ...hit?._source, secret: sealed });
  await put("key", { key: old });

  const next = createServices({ engine: opened.engine, log: pino({ level: "silent" }), secondFactorKey: file });
  await prepareServices(next);
  expect(await all()).not.toContain(old);
  expect(await all()).not.toContain(createOwnKey(file)());
  await expect(next.secondFactors.verify({ ...who, code: code(0), minutes: 5 })).resolves.toMatchObject({
    recovery_codes_left: 10,
  });
});
