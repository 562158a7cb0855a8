import { expect, it } from "vitest";
import type { loader as goPage } from "~/routes/go/route";
import type { loader as analyzePage } from "~/routes/indices/analyze/analyze";
import type { loader as tasksPage } from "~/routes/indices/tasks/tasks";
import type { loader as templateDelete } from "~/routes/indices/templates/delete";
import type { loader as templateReview } from "~/routes/indices/templates/review";
import type { loader as templatePage } from "~/routes/indices/templates/template";
import type { loader as templatesPage } from "~/routes/indices/templates/templates";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";
import { backend, draftIn, startIndices } from "./support/index-screens";

startIndices();

it("a text is analyzed by a field and by an analyzer, and step by step", async () => {
  const tokensOf = async (query: string) => {
    const { data } = await openScreen<typeof analyzePage>(`analyze?${query}`, { backend, at: "films" });
    if (!data?.analysis?.ok) throw new Error("not analyzed");
    return data.analysis.value;
  };
  expect((await tokensOf("text=Caf%C3%A9+Noir&field=title")).tokens).toMatchObject([
    { token: "cafe", start: 0, end: 4, position: 0 },
    { token: "noir", start: 5, end: 9, position: 1 },
  ]);
  expect((await tokensOf("text=Caf%C3%A9+Noir&analyzer=whitespace")).tokens.map(({ token }) => token)).toEqual([
    "Café",
    "Noir",
  ]);
  const { steps, tokens } = await tokensOf("text=Caf%C3%A9&field=title&steps=1");
  expect(steps.map(({ name, result }) => `${name} ${result}`)).toEqual([
    "standard Café",
    "lowercase café",
    "asciifolding cafe",
  ]);
  expect(tokens.map(({ token }) => token)).toEqual(["cafe"]);
  const { data } = await openScreen<typeof analyzePage>("analyze?text=a&analyzer=nosuch", { backend, at: "films" });
  expect(data?.analysis).toMatchObject({ ok: false, failure: { status: 400 } });
  expect(data?.analyzers).toContain("folded");
});

it.each(["composable", "legacy"])("a %s template is created, read, changed and deleted", async (kind) => {
  const name = `made-${kind}`;
  const form = {
    intent: "create-template",
    kind,
    name,
    patterns: `film*, ${kind}-*`,
    rank: "5",
    settings: '{ "number_of_replicas": 0 }',
    mappings: "",
    aliases: "",
  };
  expect(await openScreen("templates/new", { backend, form })).toRedirectTo(`/cluster/templates/${kind}/${name}`);
  expect(await openScreen("templates/new", { backend, form })).toHaveFieldError("name", /already exists/);
  const { data } = await openScreen<typeof templatePage>(`templates/${kind}/${name}`, { backend });
  expect(data).toMatchObject({
    facts: { kind, patterns: ["film*", `${kind}-*`], rank: 5, met: { total: 2 } },
  });
  const list = await openScreen<typeof templatesPage>(`templates?name=${kind}-1`, { backend });
  expect(list.data?.gets?.map((template) => template.name)).toContain(name);
  expect(list.data?.list.rows.find((row) => row.name === name)).toMatchObject({ indices: 2 });
  const edit = { intent: "review-changes", version: "", text: `{ "index_patterns": ["${kind}-*"] }` };
  const taken = await openScreen(`templates/${kind}/${name}/edit`, { backend, form: edit });
  const review = draftIn(taken.response?.headers.get("Location"));
  const page = await openScreen<typeof templateReview>(review, { backend });
  const shown = page.data?.review;
  if (shown?.state !== "conflict") throw new Error("no conflict");
  expect(await openScreen(review, { backend, form: { intent: "save-changes", version: shown.version } })).toFlash(
    /Template \S+ saved/,
  );
  const removal = await openScreen<typeof templateDelete>(`templates/${kind}/${name}/delete`, { backend });
  const gone = await openScreen(`templates/${kind}/${name}/delete`, {
    backend,
    form: { intent: "delete", version: removal.data?.page.version ?? "" },
  });
  expect(gone).toRedirectTo("/cluster/templates");
  const missing = await openScreen(`templates/${kind}/${name}`, { backend });
  expect(missing).toMatchObject({
    status: 404,
    thrown: { failure: { path: `/${kind === "composable" ? "_index_template" : "_template"}/${name}` } },
  });
});

it("a component template is created, listed with what is composed of it, and not deleted while it is in use", async () => {
  const [part, whole] = ["made-part", "made-whole"];
  const form = {
    intent: "create-component",
    name: part,
    settings: "",
    mappings: '{ "properties": { "title": { "type": "keyword" } } }',
    aliases: "",
  };
  expect(await openScreen("templates/components/new", { backend, form })).toRedirectTo(
    `/cluster/templates/component/${part}`,
  );
  expect(await openScreen("templates/components/new", { backend, form })).toHaveFieldError("name", /already exists/);
  const composed = {
    intent: "create-template",
    kind: "composable",
    name: whole,
    patterns: `${whole}-*`,
    rank: "5",
    components: `${part}, no-such-part`,
  };
  expect(await openScreen("templates/new", { backend, form: composed })).toHaveFieldError("components", /no-such-part/);
  expect(await openScreen("templates/new", { backend, form: { ...composed, kind: "legacy" } })).toHaveFieldError(
    "components",
    /Only index templates/,
  );
  expect(await openScreen("templates/new", { backend, form: { ...composed, components: part } })).toRedirectTo(
    `/cluster/templates/composable/${whole}`,
  );

  const list = await openScreen<typeof templatesPage>("templates/components?q=made", { backend });
  expect(list.data?.list.rows).toMatchObject([{ name: part, kind: "component", parts: ["mappings"], users: [whole] }]);
  const { data } = await openScreen<typeof templatePage>(`templates/component/${part}`, { backend });
  expect(data).toMatchObject({ facts: { kind: "component", users: [whole] } });
  const removal = await openScreen<typeof templateDelete>(`templates/component/${part}/delete`, { backend });
  expect(removal.data?.users).toEqual([whole]);
  expect(removal.data?.page.gate).toMatchObject({ ok: false, missing: `Used by ${whole}` });
  const tried = await openScreen<typeof templatesPage>(`templates?name=${whole}-1`, { backend });
  const resolved = tried.data?.resolved;
  expect(resolved?.ok === true && JSON.parse(resolved.value ?? "{}")).toMatchObject({
    mappings: { properties: { title: { type: "keyword" } } },
  });
  expect((await openScreen<typeof templatesPage>("templates?name=nothing-fits", { backend })).data).toMatchObject({
    gets: [{ kind: "legacy" }],
    resolved: null,
  });
  const deletion = { intent: "delete", version: removal.data?.page.version ?? "" };
  const refused = await openScreen(`templates/component/${part}/delete`, { backend, form: deletion });
  expect(refused.errors[""]?.[0]).toMatch(/still in use/);
  await backend.call("DELETE", `/_index_template/${whole}`);
  const free = await openScreen<typeof templateDelete>(`templates/component/${part}/delete`, { backend });
  expect(free.data).toMatchObject({ users: [], page: { gate: { ok: true } } });
  expect(await openScreen(`templates/component/${part}/delete`, { backend, form: deletion })).toRedirectTo(
    "/cluster/templates/components",
  );
});

it("the palette finds the tabs of the index and of all, for those who may open them", async () => {
  const titles = async (query: string, actions: string[]) => {
    const { data } = await openScreen<typeof goPage>(`/go?${query}`, { backend, as: { actions } });
    return data?.groups.flatMap(({ entries }) => entries.map(({ title, note, to }) => `${title} ${note} ${to}`)) ?? [];
  };
  expect(await titles("q=mapping&app=films", ["develop"])).toContain("Mapping films /app/films/mapping");
  expect(await titles("q=templates", ["develop"])).toContain("Templates All indices /cluster/templates");
  expect((await titles("q=templates", ["analytics"])).join()).not.toContain("/cluster/templates");
});

it("a server without a kind of template says so, and shows the other", async () => {
  const legacy = {
    "/_template": { body: { old: { order: 1, index_patterns: ["a*"], settings: {}, mappings: {}, aliases: {} } } },
  };
  const played = await playServer(
    searchServer({ ...legacy, "/_index_template": { status: 405 }, "/_aliasedindices": { body: [] } }),
  );
  const { data } = await openScreen<typeof templatesPage>("templates", {
    backend: { url: played.url, username: "mira", password: "right" },
  });
  expect(data).toMatchObject({ missing: ["composable"], list: { rows: [{ name: "old", rank: 1 }] } });
  await played.close();
});

const running = {
  nodes: {
    n1: {
      name: "node-1",
      tasks: {
        "n1:12": {
          ...{
            node: "n1",
            id: 12,
            type: "transport",
            action: "indices:data/write/reindex",
            description: "reindex from [a] to [b]",
            cancellable: true,
          },
          ...{
            start_time_in_millis: 1_700_000_000_000,
            running_time_in_nanos: 65_000_000_000,
            status: { total: 10, created: 4, updated: 0, deleted: 0 },
          },
        },
        "n1:13": { node: "n1", id: 13, action: "cluster:monitor/tasks/lists", cancellable: false },
      },
    },
  },
};

it("a re-index that runs is stopped from its page, and is gone afterwards", async () => {
  const documents = 20_000;
  await backend.call("PUT", "/slow");
  await fetch(`${backend.url}/slow/_bulk?refresh=true`, {
    method: "POST",
    headers: { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" },
    body: Array.from({ length: documents }, (_, n) => `{"index":{"_id":"${n}"}}\n{"title":"Film ${n}"}\n`).join(""),
  });
  // A real engine waits after the first thousand; the embedded one takes a moment for all of them.
  const copy = { source: { index: "slow" }, dest: { index: "slow-copy" } };
  const { body } = await backend.call("POST", "/_reindex?wait_for_completion=false&requests_per_second=1", copy);
  const id = (body as { task: string }).task;
  const rows = async () => (await openScreen<typeof tasksPage>("tasks?show=all", { backend })).data?.rows ?? [];
  expect((await rows()).find((task) => task.id === id)).toMatchObject({
    action: "indices:data/write/reindex",
    cancellable: true,
  });
  expect(await openScreen(`tasks/cancel?task=${id}`, { backend, form: { intent: "cancel-task" } })).toFlash(
    /^Cancellation requested/,
  );
  await expect.poll(async () => (await rows()).some((task) => task.id === id), { timeout: 10_000 }).toBe(false);
  await backend.call("POST", "/slow-copy/_refresh");
  expect(((await backend.call("GET", "/slow-copy/_count")).body as { count: number }).count).toBeLessThan(documents);
  await backend.call("DELETE", "/slow-copy");
  await backend.call("DELETE", "/slow");
});

it("tasks are listed with their progress, and cancelled", async () => {
  const stopped = { body: { nodes: running.nodes } };
  const played = await playServer(
    searchServer({
      "/_tasks": { body: running },
      "/_tasks/n1%3A12/_cancel": stopped,
      "/_tasks/n1:12/_cancel": stopped,
    }),
  );
  const behind = { url: played.url, username: "mira", password: "right" };
  const { data } = await openScreen<typeof tasksPage>("tasks", { backend: behind });
  expect(data?.rows).toMatchObject([
    { id: "n1:12", node: "node-1", running: 65_000, progress: { done: 4, total: 10 } },
  ]);
  expect(data?.all).toBe(1);
  const cancelled = await openScreen("tasks/cancel?task=n1:12", { backend: behind, form: { intent: "cancel-task" } });
  expect(cancelled).toFlash(/^Cancellation requested/);
  expect(await openScreen("tasks/cancel?task=n1:99", { backend: behind, form: { intent: "cancel-task" } })).toFlash(
    /no longer running/,
  );
  await played.close();
});
