import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Action, actionNames, may } from "~/lib/access/actions";
import type { Handle } from "~/navigation/handle";
import { permissionsOf } from "~/navigation/sections";
import { type MountedPath, mountedPaths, sampleIndex } from "../e2e/support/screens";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../setup/backend";
import { moduleAt, openScreen } from "../setup/open-screen";

// Who may open what, by typed address and by forged post, for every mounted screen and every permission alone. What a screen asks for stands in the
// sidebar's model, so a screen that comes is here by itself.

let backend: TestBackend;
let gate: Gate;
/** Changes that reached the search server. */
const changes: string[] = [];
const reading = /\/_(search|msearch|count|reactivesearch|analyze|field_caps|validate|mget)\b/;

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", `/${sampleIndex}/_doc/1?refresh=true`, { title: "Metropolis" });
  gate = await openGate(backend.url);
  gate.decide((path, _bulk, { method = "" }) => {
    if (!["GET", "HEAD"].includes(method) && !reading.test(path) && path !== "/_user") changes.push(`${method} ${path}`);
    return "pass";
  });
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const behind = () => ({ url: gate.url, username: backend.username, password: backend.password });
const paths = mountedPaths().filter(({ kind }) => kind === "page" || kind === "chooser");

/** Pages below the overview that change something: their permission is not the overview's. */
const stricter: [path: RegExp, actions: Action[]][] = [
  [/^\/cluster\/(create-index|maintain)$|^\/app\/[^/]+\/(maintain|open|close|delete|clone|reindex|(clone|reindex)\/start)$/, ["develop"]],
  // What stands under the other tabs of the overviews.
  [/^\/(cluster|app\/[^/]+)\/(mapping|settings|aliases|analyze|templates|tasks)(\/|$)/, ["develop"]],
  [/^\/indices$/, ["overview"]],
];

async function screenAt({ path }: MountedPath): Promise<{ wanted: Action[] | null; posts: boolean }> {
  const { module } = await moduleAt(path);
  const { handle } = module as { handle?: Handle };
  const screen = typeof handle?.screen === "function" ? handle.screen(path) : handle?.screen;
  return {
    wanted: stricter.find(([pattern]) => pattern.test(path))?.[1] ?? (screen === undefined ? null : permissionsOf(screen)),
    posts: module.action !== undefined,
  };
}

// Two that servers in the field do not give out.
const actions = (Object.keys(actionNames) as Action[]).filter((action) => action !== "overview" && action !== "ai");

it("knows the permission of every screen", async () => {
  const open = await Promise.all(paths.map(async (mounted) => ((await screenAt(mounted)).wanted === null ? [mounted.path] : [])));
  // What belongs to the reader alone, and the palette, each of whose sources asks for rights itself.
  const factor = ["", "/set-up", "/codes", "/new-codes", "/replace", "/off"].map((page) => `/account/second-factor${page}`);
  expect(open.flat()).toEqual(["/account/preferences", "/account/sign-ins", ...factor, "/go"]);
});

describe.each(actions.map((action) => ({ action })))("a user with $action alone", ({ action }) => {
  it("opens what it allows and is told what the others require, by link and by forged post", async () => {
    const wrong: string[] = [];
    const as = { actions: [action] };
    for (const mounted of paths) {
      const { path } = mounted;
      const { wanted, posts } = await screenAt(mounted);
      const allowed = wanted === null || wanted.some((one) => may([action], one));
      const seen = await openScreen(path, { backend: behind(), as });
      if (allowed !== (seen.status !== 403)) wrong.push(`GET ${path}: ${seen.status}, ${allowed ? "allowed" : "refused"} by the model`);
      if (!allowed && seen.missing === undefined) wrong.push(`GET ${path}: does not say what is missing`);
      if (!posts || allowed) continue;
      changes.length = 0;
      const posted = await openScreen(path, { backend: behind(), as, form: { intent: "anything", confirmation: sampleIndex, count: "1" } });
      if (posted.status !== 403) wrong.push(`POST ${path}: ${posted.status}`);
      if (changes.length > 0) wrong.push(`POST ${path}: reached the server with ${changes.join(", ")}`);
    }
    expect(wrong).toEqual([]);
  });
});

it("nobody signed in opens nothing", async () => {
  for (const { path } of paths) expect(await openScreen(path, { backend: behind(), as: "nobody" })).toRedirectTo(/^\/login/);
});
