import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { sampleIndex } from "../e2e/support/screens";
import { openScreen } from "../setup/open-screen";
import { everyMount, isScreen } from "./addresses";
import { ACTIONS, type Guarded, openGuarded } from "./guard";
import { screenAt } from "./screens";

// Who may open what, by typed address and by forged post. What a screen asks for stands in the sidebar's model, so a
// screen that comes is here by itself.

let backend: TestBackend;
let guarded: Guarded;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", `/${sampleIndex}/_doc/1?refresh=true`, { title: "Metropolis" });
  guarded = await openGuarded(backend);
}, 60_000);
afterAll(async () => {
  await guarded.close();
  await backend.close();
});

const screens = everyMount().filter(isScreen);

it("knows the permission of every screen", async () => {
  const open = await Promise.all(
    screens.map(async ({ path }) => ((await screenAt(path)).wanted === null ? [path] : [])),
  );
  // What belongs to the reader alone, and the palette, each of whose sources asks for rights itself.
  const factor = ["", "/set-up", "/codes", "/new-codes", "/replace", "/off"].map(
    (page) => `/account/second-factor${page}`,
  );
  const own = ["/account/preferences", "/account/sign-ins", ...factor, "/go"];
  expect(open.flat().filter((path) => !own.includes(path))).toEqual([]);
});

it("each screen opens to whoever has one of its permissions, and to nobody else, before anything is asked", async () => {
  const wrong: string[] = [];
  for (const address of screens)
    wrong.push(...(await guarded.wrongAt(address)).map((what) => `${address.path}: ${what}`));
  expect(wrong, wrong.join("\n")).toEqual([]);
}, 240_000);

describe("nobody who is signed in with little", () => {
  // The guard decides by names, so one screen for each name shows that they mean what the model says.
  it.each(ACTIONS)("opens more with %s alone than the model says", async (action) => {
    const behind = { url: backend.url, username: backend.username, password: backend.password };
    const users = await openScreen("/cluster/user-management", { backend: behind, as: { actions: [action] } });
    expect(users.status).toBe(action === "user-management" ? 200 : 403);
  });
});
