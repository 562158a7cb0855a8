import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "@backend/start";
import type { OpenedEngine } from "@backend/engine/remote/open";
import { openEmptyEngine } from "../../replay/target";
import { basic } from "../api";

// A group of synonyms that one gateway keeps acts on the searches of another within two seconds, on every engine and
// with the index open all the while.

const IN_FORCE = 2_000;
const EVERY = 20;
const ADMIN = basic("admin", "secret");
const AnswerSchema = z.object({ r: z.object({ hits: z.object({ total: z.object({ value: z.number() }) }) }) });

let opened: OpenedEngine;
let here: Backend;
let there: Backend;

async function call(backend: Backend, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${backend.url}${path}`, {
    method,
    headers: { Authorization: ADMIN, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

beforeAll(async () => {
  opened = await openEmptyEngine();
  const start = () =>
    startBackend({
      engine: opened.engine,
      port: 0,
      adminUsername: "admin",
      adminPassword: "secret",
      log: pino({ level: "silent" }),
    });
  [here, there] = await Promise.all([start(), start()]);
  await call(here, "PUT", "/seats/_doc/1?refresh=true", { title: "Red sofa" });
}, 60_000);
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await opened.close();
});

async function finds(text: string): Promise<boolean> {
  const { status, text: answer } = await call(there, "POST", "/seats/_reactivesearch", {
    query: [{ id: "r", value: text, dataField: ["title"] }],
    settings: { recordAnalytics: false },
  });
  expect([status, answer]).toEqual([200, expect.any(String)]);
  return AnswerSchema.parse(JSON.parse(answer)).r.hits.total.value > 0;
}

/** Searches 50 times a second from before a change until it has to be in force; those sent after that are told. */
async function searching(text: string, change: () => Promise<{ status: number }>): Promise<boolean[]> {
  const sent: { at: number; found: Promise<boolean> }[] = [];
  const timer = setInterval(() => sent.push({ at: performance.now(), found: finds(text) }), EVERY);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await change()).status).toBeLessThan(300);
  const changed = performance.now();
  await new Promise((resolve) => setTimeout(resolve, IN_FORCE + 300));
  clearInterval(timer);
  const found = await Promise.all(sent.map(async (one) => ({ at: one.at, finds: await one.found })));
  expect(found.length).toBeGreaterThan((0.25 * (IN_FORCE + 600)) / EVERY);
  return found.flatMap((one) => (one.at >= changed + IN_FORCE ? [one.finds] : []));
}

test("within two seconds on the other gateway, while it is searched 50 times a second and no search fails", async () => {
  expect(await finds("couch")).toBe(false);
  const group = [{ _id: "seats-1", type: "equivalent", synonym: "sofa,couch" }];
  const added = await searching("couch", () => call(here, "PUT", "/_synonym/seats", group));
  expect([added.length > 3, new Set(added)]).toEqual([true, new Set([true])]);
  const removed = await searching("couch", () => call(here, "DELETE", "/_synonym/seats-1"));
  expect([removed.length > 3, new Set(removed)]).toEqual([true, new Set([false])]);
}, 60_000);
