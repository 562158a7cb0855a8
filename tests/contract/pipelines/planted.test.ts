import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Api, makeShoes, openApi } from "../api";
import { makePipeline, pipelineOf, searchPipeline, sendForm, words } from "./support";

// Faults that are put into what pipelines do, each found by what is asked of every server, and taken out. What a
// forgotten right of the author would do: random-rights.test.ts.

type Name = "values are not masked" | "traces are for everybody" | "any time is the time" | "nobody is kept out";
const planted = vi.hoisted(() => ({ now: null as string | null }));
const isPlanted = vi.hoisted(() => (name: Name) => planted.now === name);
vi.mock(import("@backend/gateway/resources/pipelines/run/masked"), async (load) => {
  const real = await load();
  const plain = (text: string) => text;
  return { ...real, maskOf: (secrets) => (isPlanted("values are not masked") ? plain : real.maskOf(secrets)) };
});
vi.mock(import("@backend/gateway/resources/pipelines/run/ready"), async (load) => {
  const real = await load();
  const everybody = () => isPlanted("traces are for everybody");
  return { ...real, mayWritePipelines: (caller) => everybody() || real.mayWritePipelines(caller) };
});
vi.mock(import("@backend/gateway/resources/pipelines/run/find"), async (load) => {
  const real = await load();
  return { ...real, isInTime: (...asked) => isPlanted("any time is the time") || real.isInTime(...asked) };
});
vi.mock(import("@backend/gateway/resources/pipelines/run/access"), async (load) => {
  const real = await load();
  const open: ReturnType<typeof real.accessOf> = { kind: "search", category: "reactivesearch", op: "read" };
  return { ...real, accessOf: (route) => (isPlanted("nobody is kept out") ? open : real.accessOf(route)) };
});

const SECRET = "hush-hush-value";
let api: Api;
beforeAll(async () => {
  api = await openApi();
  await makeShoes(api, "shoes");
  await api.call("POST", "/_pipelines/env", { key: "TOKEN", label: "t", value: SECRET });
}, 60_000);
afterAll(() => api.close());
afterEach(async () => {
  const all = z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_pipelines")).body);
  for (const { id } of all) await api.call("DELETE", `/_pipeline/${id}`);
});

const echo = { id: "echo", script: "function handleRequest() { return { told: context.envs.TOKEN + '!' }; }" };
const reader = () =>
  api.credential({ categories: ["reactivesearch", "search"], acls: ["search"], ops: ["read"], indices: ["*"] });

/** By the fault: what is wrong with a server, in a few words; undefined where nothing is. */
const judges: Record<Name, () => Promise<string | undefined>> = {
  "values are not masked": async () => {
    const content = searchPipeline("/find", { index: "shoes", before: [echo] });
    const { text } = await sendForm(api, "POST", "/_pipeline/validate", { content });
    if (!text.includes('"told"')) throw new Error(`the trial tells nothing of its script: ${text.slice(0, 300)}`);
    return text.includes(SECRET) ? "a trial shows the value of a global variable" : undefined;
  },
  "traces are for everybody": async () => {
    await makePipeline(api, { content: searchPipeline("/find", { index: "shoes" }) });
    const more = { as: await reader(), headers: { "X-Pipeline-Trace": "true" } };
    const { status, text } = await api.call("POST", "/find", words("boot"), more);
    if (status !== 200) throw new Error(`a reader may not search: ${text.slice(0, 300)}`);
    return text.includes("pipelineTrace") ? "a trace is given to who may not write pipelines" : undefined;
  },
  "any time is the time": async () => {
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400;
    const trigger = { type: "always", timeframe: { start_time: tomorrow } };
    await makePipeline(api, { content: searchPipeline("/later", { index: "shoes", trigger }) });
    const { status } = await api.call("POST", "/later", words("boot"));
    return status === 200 ? "a pipeline answers before its time" : undefined;
  },
  "nobody is kept out": async () => {
    const routes = [{ path: "/notes", method: "POST", classify: { category: "docs", acl: "index" } }];
    await makePipeline(api, { content: pipelineOf("/notes", [echo], { routes }) });
    const { status } = await api.call("POST", "/notes", {}, { as: await reader() });
    return status < 400 ? "a route that writes documents lets in who may only search" : undefined;
  },
};

it.each(Object.entries(judges))("%s", async (name, judge) => {
  planted.now = name;
  const found = await judge().finally(() => (planted.now = null));
  for (const { id } of z.array(z.object({ id: z.string() })).parse((await api.call("GET", "/_pipelines")).body))
    await api.call("DELETE", `/_pipeline/${id}`);
  expect(found).toBeDefined();
  expect(await judge()).toBeUndefined();
});
