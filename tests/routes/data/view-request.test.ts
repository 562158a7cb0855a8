import { parseJson } from "@common/text/json";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { loader as addPage } from "~/routes/data/browse/add";
import type { loader as createPage } from "~/routes/overview/create-index";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// "View request" on forms that are still empty: what it shows is what the form sends for what is given.

let server: Awaited<ReturnType<typeof playServer>>;
const written = (id: string) => ({ status: 201, body: { _id: id, _seq_no: 0, _primary_term: 1 } });

beforeAll(async () => {
  const done = { body: { acknowledged: true } };
  server = await playServer(
    searchServer({
      "/index-name": done,
      "/films-2": done,
      "/books/_doc": written("made"),
      "/books/_create/seven": written("seven"),
    }),
  );
});
afterAll(() => server.close());
beforeEach(() => void server.seen.splice(0));

const behind = () => ({ url: server.url, username: "mira", password: "right" });

/** The one call by which a form changed something. */
function sent() {
  const calls = server.seen.filter(
    ({ method, path }) => !["GET", "HEAD"].includes(method) && !path.includes("/_search") && !path.startsWith("/_user"),
  );
  expect(calls).toHaveLength(1);
  return calls.map(({ method, path, body }) => ({ method, path, body: parseJson(body) }))[0];
}
const asSent = ({ method, path, body }: { method: string; path: string; body: string | null }) => ({
  method,
  path,
  body: parseJson(body ?? ""),
});

it.each([
  ["create-index", "index-name"],
  ["create-index?name=films-2", "films-2"],
])("shows on %s what creates the index %s", async (path, name) => {
  const { data } = await openScreen<typeof createPage>(path, { backend: behind() });
  if (!data) throw new Error("no page");
  const form = { intent: "create-index", name, shards: "1", replicas: "0", settings: "", mappings: "" };
  expect((await openScreen(path, { backend: behind(), form })).status).toBe(302);
  expect(asSent(data.request)).toEqual(sent());
  expect(data.request.curl).toContain(`curl -X PUT ${server.url}/${name}`);
  expect(data.request.curl).not.toContain("right");
});

it("shows what adds a document, and says how an ID changes it", async () => {
  const path = "browse/documents/add";
  const { data } = await openScreen<typeof addPage>(path, { backend: behind(), at: "books" });
  if (!data) throw new Error("no page");
  expect(
    (await openScreen(path, { backend: behind(), at: "books", form: { intent: "add-document", id: "", source: "{}" } }))
      .status,
  ).toBe(302);
  expect(asSent(data.request)).toEqual(sent());
  server.seen.splice(0);
  expect(
    (
      await openScreen(path, {
        backend: behind(),
        at: "books",
        form: { intent: "add-document", id: "seven", source: "{}" },
      })
    ).status,
  ).toBe(302);
  const call = sent();
  expect(call?.path).toMatch(/^\/books\/_create\/seven\?/);
  expect(data.request.remark).toContain(`${call?.method} to /_create/<ID>`);
});
