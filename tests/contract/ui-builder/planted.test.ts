import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { randomUUID } from "node:crypto";
import { type Api, openApi } from "../api";
import { BOX, CODE, SEARCH_PAGE } from "./support";

// Faults that are put into what the UI builder keeps, each found by what is asked of every server, and taken out.

type Name = "secrets are told" | "visitors build" | "closed names are told" | "writers do not wait" | "times are lost";
const planted = vi.hoisted(() => ({ now: null as string | null }));
const isPlanted = vi.hoisted(() => (name: Name) => planted.now === name);
vi.mock(import("@common/ui-builder/public-members"), async (load) => {
  const real = await load();
  return {
    ...real,
    publicMembers: (record) => (isPlanted("secrets are told") ? record : real.publicMembers(record)),
  };
});
vi.mock(import("@backend/gateway/resources/ui-builder/record/rights"), async (load) => {
  const real = await load();
  const requireBuilder: typeof real.requireBuilder = (context) => {
    if (!isPlanted("visitors build")) real.requireBuilder(context);
  };
  return { ...real, requireBuilder };
});
vi.mock(import("@backend/gateway/resources/ui-builder/record/told"), async (load) => {
  const real = await load();
  return {
    ...real,
    toldRecord: (record, reader) => (isPlanted("closed names are told") ? record : real.toldRecord(record, reader)),
  };
});
vi.mock(import("@backend/gateway/platform/store/lock"), async (load) => {
  const real = await load();
  const withLock: typeof real.withLock = (options, work) =>
    isPlanted("writers do not wait") ? work({ check: () => undefined }) : real.withLock(options, work);
  return { ...real, withLock };
});
vi.mock(import("@backend/gateway/resources/ui-builder/record/read-record"), async (load) => {
  const real = await load();
  return { ...real, seconds: () => (isPlanted("times are lost") ? 0 : real.seconds()) };
});

let api: Api;
beforeAll(async () => {
  api = await openApi();
}, 60_000);
afterAll(() => api.close());

const visitor = () => api.credential({ categories: ["uibuilder"], ops: ["read"], indices: ["*"] });
async function page(): Promise<string> {
  const path = `/_uibuilder/${randomUUID()}`;
  expect((await api.call("PUT", `${path}/search`, SEARCH_PAGE)).status).toBe(200);
  return path;
}

/** By the fault: what is wrong with a server, in a few words; undefined where nothing is. */
const judges: Record<Name, () => Promise<string | undefined>> = {
  "secrets are told": async () => {
    const { status, text } = await api.call("GET", `${await page()}/search`, undefined, { as: await visitor() });
    if (status !== 200) throw new Error(`a visitor may not read: ${text.slice(0, 300)}`);
    return text.includes("user:key") ? "a visitor reads the credential of a page" : undefined;
  },
  "visitors build": async () => {
    const path = await page();
    await api.call("PUT", `${path}/code`, CODE);
    const { status } = await api.call("GET", `${path}/code`, undefined, { as: await visitor() });
    return status === 200 ? "a visitor reads the code of a page" : undefined;
  },
  "closed names are told": async () => {
    await api.call("PUT", "/shoes/_doc/1?refresh=true", { brand: "acme" });
    const path = `${await page()}/search`;
    await api.call("PUT", path, { ...SEARCH_PAGE, description: "<b>br</b>and_0" });
    const as = await api.credential({ categories: ["uibuilder"], indices: ["*"], exclude_fields: ["brand"] });
    const { status, text } = await api.call("GET", path, undefined, { as });
    if (status !== 200) throw new Error(`a reader may not read: ${text.slice(0, 300)}`);
    return text.includes("<b>br</b>and") ? "a field is named to who may not see it" : undefined;
  },
  "writers do not wait": async () => {
    const path = await page();
    const saves = Array.from({ length: 12 }, (_, n) => api.call("PUT", `${path}/code`, { code: { [`${n}.js`]: "" } }));
    const given = (await Promise.all(saves)).map(({ text }) => /"version_id":"(\d+)"/.exec(text)?.[1]);
    return new Set(given).size < given.length ? "two versions have one number" : undefined;
  },
  "times are lost": async () => {
    const { text } = await api.call("PUT", `/_uibuilder/searchbox/box-${randomUUID()}`, BOX);
    return /"created_at":0[,}]/.test(text) ? "a box was made in 1970" : undefined;
  },
};

it.each(Object.entries(judges))("%s", async (name, judge) => {
  planted.now = name;
  const found = await judge().finally(() => (planted.now = null));
  expect(found).toBeDefined();
  expect(await judge()).toBeUndefined();
});
