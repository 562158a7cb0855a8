import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { loader as listPage } from "~/routes/pipelines/logs/list";
import type { loader as runPage } from "~/routes/pipelines/logs/run";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// The kept runs of a pipeline: on our own server by real calls, and on a played one that words them otherwise.

let backend: TestBackend;
const search = { query: [{ id: "s", dataField: ["name"], value: "Night  Train" }] };
const document = (id: string, { stages, recordLogs = true }: { stages: object[]; recordLogs?: boolean }) => ({
  id,
  description: `${id} of films`,
  routes: [{ path: `/${id}`, method: "POST", classify: { category: "reactivesearch" }, recordLogs }],
  stages: [{ id: "auth", use: "authorization" }, ...stages],
});
const tidy = {
  id: "tidy",
  script: `function handleRequest() { return { request: { body: context.request.body.replace("Night  Train", "night train") } } }`,
};
const answer = { id: "answer", script: `function handleRequest() { return { response: { code: 200, body: "{}" } } }` };
const make = (content: object) =>
  backend.call("POST", "/_pipeline", { content: JSON.stringify(content), extension: "json" });

beforeAll(async () => {
  backend = await startTestBackend();
  const call = { id: "call", use: "httpRequest", inputs: { url: "https://ratings.example.org/votes" } };
  const after = { id: "after", script: answer.script, needs: ["merge"] };
  const merge = { id: "merge", script: answer.script, trigger: { expression: "1 == 2" } };
  await make(document("good", { stages: [tidy, answer] }));
  await make(document("bad", { stages: [{ ...call, continueOnError: false }, answer] }));
  await make(document("mixed", { stages: [call, merge, after, answer] }));
  await make(document("quiet", { stages: [answer], recordLogs: false }));
  for (const path of ["/good", "/bad", "/mixed", "/quiet"]) await backend.call("POST", path, search);
  for (let n = 0; n < 26; n += 1) await backend.call("POST", "/good", { ...search, n });
});
afterAll(() => backend.close());

const open = (path: string, more: Partial<Parameters<typeof openScreen>[1]> = {}) =>
  openScreen<typeof listPage>(path, { backend, ...more });
const runOf = async (id: string) => (await open(`pipelines/${id}/logs`)).data?.rows.at(-1)?.id ?? "";
const openRun = async (id: string, query = "") =>
  openScreen<typeof runPage>(`pipelines/${id}/logs/${await runOf(id)}${query}`, { backend });

describe("the runs of a pipeline", () => {
  it("are listed, the newest first, 25 on a page, with what was searched for", async () => {
    const { data } = await open("pipelines/good/logs");
    expect([data?.total, data?.rows.length]).toEqual([27, 25]);
    expect(data?.rows[0]).toMatchObject({
      method: "POST",
      path: "/good",
      words: "Night  Train",
      code: 200,
      version: 1,
    });
    expect(data?.head).toMatchObject({ id: "good", name: "good of films", keepsRuns: true, live: 1 });
    expect((await open("pipelines/good/logs?page=2")).data?.rows).toHaveLength(2);
    expect(await open("pipelines/good/logs?page=9")).toRedirectTo("/cluster/pipelines/good/logs?page=2");
  });

  it("are narrowed by kind, and name the stage that failed", async () => {
    expect((await open("pipelines/good/logs?category=error")).data?.total).toBe(0);
    expect((await open("pipelines/bad/logs?category=error")).data?.rows).toMatchObject([{ failed: "call", code: 502 }]);
    expect((await open("pipelines/mixed/logs?category=success")).data?.rows).toMatchObject([{ failed: "call" }]);
  });

  it("are none where no route keeps them; a pipeline that is gone is 404, and the right is that of pipelines", async () => {
    const { data } = await open("pipelines/quiet/logs");
    expect([data?.total, data?.head.keepsRuns]).toEqual([0, false]);
    expect((await open("pipelines/nobody/logs")).status).toBe(404);
    expect(await open("pipelines/good/logs", { as: { actions: ["analytics"] } })).toRequire("Pipelines");
  });
});

describe("a run", () => {
  it("tells what each stage changed, as a difference", async () => {
    const { data } = await openRun("good");
    expect(data?.stages?.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["auth", "done"],
      ["tidy", "done"],
      ["answer", "done"],
    ]);
    const [auth, changed, answered] = data?.stages ?? [];
    expect(auth?.changed).toEqual([]);
    expect(changed?.changed.map(({ part }) => part)).toEqual(["request.body"]);
    expect(JSON.stringify(changed?.changed[0]?.rows)).toContain("night train");
    expect(answered?.changed.map(({ part }) => part)).toContain("response.body");
    expect(data?.words).toBe("Night  Train");
    expect(data?.run).toMatchObject({ code: 200, version: 1, isLive: true, category: "reactivesearch", stages: 3 });
  });

  it("says why a stage failed, what it was given, and what the run did not come to", async () => {
    const { data } = await openRun("bad");
    expect(data?.failed).toBe(1);
    expect(data?.stages?.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["auth", "done"],
      ["call", "failed"],
      ["answer", "left"],
    ]);
    const [, call, left] = data?.stages ?? [];
    expect(call?.error?.message).toContain("ratings.example.org");
    expect(call?.why).toBe("continueOnError is false, so the run ended here with 502.");
    expect(call?.input).toContain("https://ratings.example.org/votes");
    expect(call?.output).toContain("502");
    expect(left?.why).toBe("the run had ended");
  });

  it("says why stages were passed over", async () => {
    const { data } = await openRun("mixed");
    expect(data?.stages?.map(({ id, outcome, why }) => [id, outcome, why])).toEqual([
      ["auth", "done", null],
      ["call", "failed", "continueOnError is true, so the run went on."],
      ["merge", "skipped", "trigger is false"],
      ["after", "skipped", "needs merge"],
      ["answer", "done", null],
    ]);
  });

  it("has views of the request, the answer and the context, a command to copy, and its place in the list", async () => {
    const request = await openRun("good", "?view=request&row=24");
    expect(request.data?.part?.body.kind).toBe("tree");
    expect(request.data?.curl).toContain("curl -X POST");
    expect(request.data?.near).toMatchObject({ row: 24, total: 27, next: { row: 25 } });
    expect(request.data?.near?.previous?.row).toBe(23);
    expect((await openRun("good", "?view=response")).data?.part?.length).toBe(2);
    expect((await openRun("good", "?view=context")).data?.context?.kind).toBe("tree");
  });

  it("is 404 where it is gone", async () => {
    const gone = await openScreen("pipelines/good/logs/nobody", { backend });
    expect(gone.status).toBe(404);
  });
});

describe("another server", () => {
  it("may say that a run is gone in its body, give texts for objects, and tell differences alone", async () => {
    const server = await playServer(
      searchServer({
        "/arc/plan": { body: { tier: "arc-enterprise", billing: false, version: "8.20.0" } },
        "/_user": { body: { username: "mira", password: "x", is_admin: false, allowed_actions: ["pipelines"] } },
        "/_pipeline/p": { body: { id: "p", content: '{"routes":[],"stages":[]}', _version: 2 } },
        "/_pipeline/p/versions": { body: [] },
        "/_pipelines/log/gone": { body: { code: 404, message: "not found" } },
        "/_pipelines/log/one": {
          body: {
            id: "one",
            timestamp: "2023-08-01T10:00:00Z",
            request: {
              method: "POST",
              uri: "/p",
              headers: { "X-Forwarded-For": ["203.0.113.9, 10.0.0.1"] },
              body: "{}",
            },
            response: "plain text",
            took: 18,
            stageChanges: [{ stage: "auth", took: 1, body: "@@ -1 +1 @@" }],
            context: "{}",
          },
        },
      }),
    );
    const behind = { url: server.url, username: "mira", password: "right" };
    try {
      expect((await openScreen("pipelines/p/logs/gone", { backend: behind })).status).toBe(404);
      const { data } = await openScreen<typeof runPage>("pipelines/p/logs/one", { backend: behind });
      expect(data?.run).toMatchObject({ address: "203.0.113.9", code: 0, took: 18 });
      expect(data?.stages).toMatchObject([{ id: "auth", outcome: "done", recorded: "@@ -1 +1 @@" }]);
    } finally {
      await server.close();
    }
  });
});
