import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader } from "~/routes/search-relevance/grade/evaluation";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["shoes", "hats"])
    await backend.call("PUT", `/${index}/_doc/1?refresh=true`, { name: "Snow boot" });
  await backend.call("PUT", "/_grade/shoes", { query: "Snow boot", docs: { 1: 3 } });
  await backend.call("PUT", "/_grade/hats", { query: "cap", docs: { 1: 0 } });
});
afterAll(() => backend.close());

describe("grade evaluation", () => {
  it("asks for indices first", async () => {
    const { data } = await openScreen<typeof loader>("grade-evaluation", { backend });
    expect(data).toMatchObject({ indices: [], metrics: null, names: ["hats", "shoes"] });
  });

  it("shows a score for each term and index", async () => {
    const { data } = await openScreen<typeof loader>("grade-evaluation?index=shoes&index=hats", { backend });
    expect(data?.metrics).toMatchObject({ ok: true, value: { total: 2 } });
    expect(data?.metrics?.ok && data.metrics.value?.terms).toContainEqual({
      term: "snow boot",
      scores: expect.objectContaining({ shoes: 1 }) as unknown,
    });
  });

  it("compares five at most, and says so", async () => {
    const asked = ["a", "b", "c", "d", "e", "f"].map((name) => `index=${name}`).join("&");
    const { data } = await openScreen<typeof loader>(`grade-evaluation?${asked}`, { backend });
    expect(data).toMatchObject({ indices: ["a", "b", "c", "d", "e"], tooMany: true });
  });

  it("tells on a server without grades", async () => {
    const server = await playServer(
      searchServer({
        "/_user": { body: { username: "mira", is_admin: true } },
        "/_grade/metrics": { status: 405, body: "" },
      }),
    );
    const opened = await openScreen<typeof loader>("grade-evaluation?index=a", {
      backend: { url: server.url, username: "mira", password: "right" },
    });
    expect(opened.data?.metrics).toEqual({ ok: true, value: null });
  });
});
