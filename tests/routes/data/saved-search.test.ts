import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as executePage } from "~/routes/data/stored-queries/execute";
import type { loader as previewPage } from "~/routes/data/search-preview/search-preview";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films", {
    mappings: { properties: { title: { type: "text" }, genre: { type: "keyword" } } },
  });
  await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "A film noir", genre: "Drama" });
});
afterAll(() => backend.close());

describe("a search of the preview", () => {
  const save = (name: string, more: Partial<Parameters<typeof openScreen>[1]> = {}) =>
    openScreen("search-preview?q=film&is.genre=Drama", {
      ...{ backend, at: "films", form: { intent: "save-search", name } },
      ...more,
    });

  it("is saved by a name in one step, with its text as a parameter, and its flash leads to it", async () => {
    const saved = await save("drama-films");
    expect(saved).toRedirectTo("/app/films/search-preview?q=film&is.genre=Drama");
    expect(saved.flash).toBe("Search saved as stored query drama-films.");
    const cookie = decodeURIComponent(saved.response?.headers.get("Set-Cookie") ?? "");
    expect(cookie).toContain('"link":{"to":"/app/films/stored-queries/drama-films","label":"Open stored query"}');
    const { body } = await backend.call("GET", "/_storedquery/drama-films");
    expect(body).toMatchObject({ index: "films", params: { text: "film" } });
    expect(JSON.stringify(body)).toContain("Drama");
    const ran = await openScreen<typeof executePage>("stored-queries/drama-films/execute", {
      backend,
      form: { intent: "execute-query", params: '{ "text": "film" }' },
    });
    expect(ran.status).toBe(302);
  });

  it("is not saved under a name that is taken, or none, and says so beside the field", async () => {
    await save("taken-films");
    expect(await save("taken-films")).toHaveFieldError("name", /There is a stored query taken-films already/);
    expect(await save("two words")).toHaveFieldError("name", /letters, digits/);
    expect(await save("")).toHaveFieldError("name", /Enter a name/);
  });

  it("is not saved by somebody who may not change stored queries", async () => {
    const refused = await save("by-nobody", { as: { actions: ["develop"] } });
    expect(refused.status).toBe(403);
    const page = await openScreen<typeof previewPage>("search-preview?q=film", {
      ...{ backend, at: "films", env: { READ_ONLY_SERVERS: backend.url } },
    });
    expect(page.data?.gate).toMatchObject({ ok: false, because: "protected" });
    expect((await backend.call("GET", "/_storedquery/by-nobody")).status).toBe(404);
  });
});
