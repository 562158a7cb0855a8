import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend";

// The health of indices is for who may use them, as their figures are; that of the cluster is not.

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["n-1", "n-2", "books"])
    await backend.call("PUT", `/${index}/_doc/a?refresh=true`, { title: "A" });
  await backend.call("POST", "/_user", {
    username: "few",
    password: "a-quiet-owl",
    allowed_actions: ["develop"],
    indices: ["n-*"],
  });
  await backend.call("POST", "/_user", {
    username: "looker",
    password: "a-quiet-owl",
    allowed_actions: ["analytics"],
    indices: ["n-*"],
  });
});
afterAll(async () => backend.close());

async function health(path: string, username = "few") {
  const headers = { Authorization: `Basic ${Buffer.from(`${username}:a-quiet-owl`).toString("base64")}` };
  const answer = await fetch(`${backend.url}/_cluster/health${path}`, { headers });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

describe("the health of indices by their names", () => {
  test.each(["/n-1,n-2?level=indices", "/n-*?level=indices"])(
    "at %s is told, and nothing of the cluster",
    async (path) => {
      const { status, body } = await health(path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: "green",
        active_primary_shards: 2,
        indices: { "n-1": { status: "green" }, "n-2": { status: "green" } },
      });
      for (const member of ["cluster_name", "number_of_nodes", "number_of_pending_tasks", "disk"])
        expect(body).not.toHaveProperty(member);
    },
  );

  test.each([
    "",
    "?level=indices",
    "/",
    "/books",
    "/n-1,books",
    "/*",
    "/_all",
    "/.users",
    "/n-1,.users",
    "/%2A",
    "/-n-1,*",
  ])("%s is refused to who is held to others", async (path) => {
    const { status, body } = await health(path);
    expect([status, JSON.stringify(body).includes('"indices":')]).toEqual([401, false]);
  });

  test("is refused to who may not ask the engine at all", async () => {
    expect((await health("/n-1", "looker")).status).toBe(401);
  });

  test("is told whole to who may use all indices", async () => {
    expect((await backend.call("GET", "/_cluster/health/n-1?level=indices")).body).toMatchObject({
      number_of_nodes: 1,
      indices: { "n-1": { status: "green" } },
    });
  });
});
