import { afterAll, beforeAll, expect, it } from "vitest";
import type { loader as overviewPage } from "~/routes/overview/app";
import type { loader as indicesPage } from "~/routes/_levels/indices";
import { type Gate, openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// Who is held to some indices sees their health and their size: by their own names, for the lists of the cluster are
// refused.

const PASSWORD = "a-quiet-owl";
let backend: TestBackend;
let gate: Gate;

beforeAll(async () => {
  backend = await startTestBackend();
  gate = await openGate(backend.url);
  for (const index of ["n-1", "n-2", "books", "other"])
    await backend.call("PUT", `/${index}/_doc/a?refresh=true`, { title: "A" });
  await backend.call("PUT", "/n-shut");
  await backend.call("POST", "/n-shut/_close");
  for (const [username, indices] of Object.entries({ few: ["n-*", "books"], one: ["books"] })) {
    const made = await backend.call("POST", "/_user", {
      username,
      password: PASSWORD,
      allowed_actions: ["develop"],
      indices,
    });
    expect(made.status).toBe(201);
  }
});
afterAll(async () => {
  await gate.close();
  await backend.close();
});

const as = (username: string) => ({ url: gate.url, username, password: PASSWORD });
const list = async () => {
  const { data } = await openScreen<typeof indicesPage>("/indices", { backend: as("few") });
  return data?.rows.map(({ name, health, open, documents, bytes }) => [name, open, health, documents, typeof bytes]);
};

it("are in the list", async () => {
  expect(await list()).toEqual([
    ["books", true, "green", 1, "number"],
    ["n-1", true, "green", 1, "number"],
    ["n-2", true, "green", 1, "number"],
    ["n-shut", false, "unknown", null, "object"],
  ]);
});

it("are on the overview of an index", async () => {
  const { data } = await openScreen<typeof overviewPage>("", { backend: as("one"), at: "books" });
  expect(data?.row).toMatchObject({
    name: "books",
    health: "green",
    documents: 1,
    bytes: expect.any(Number) as number,
  });
});

it("are not known where the server refuses them, and the rest is", async () => {
  const refused = {
    status: 401,
    body: JSON.stringify({ error: { code: 401, message: "credentials cannot access cluster level routes" } }),
  };
  gate.decide((path) => (path.startsWith("/_cluster/health") ? refused : "pass"));
  expect((await list())?.[1]).toEqual(["n-1", true, "unknown", 1, "number"]);
  gate.decide((path) => (/_stats|_cluster\/health/.test(path) ? refused : "pass"));
  expect((await list())?.[1]).toEqual(["n-1", true, "unknown", 1, "object"]);
  gate.decide(() => "pass");
});
