import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";
import type { loader } from "~/routes/pipelines/search-engine";
import { playServer, searchServer } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

// A server of the hosted service, which takes another engine by a call; ours does not.

const PATH = "/_update_backend_connection";
const SCREEN = "configure-search-engine-backend";
const plan = { billing: false, tier: "arc-enterprise", billing_type: "arc", image_type: "sls", backend: "opensearch" };
let server: Awaited<ReturnType<typeof playServer>>;
let answer: { status?: number; body: unknown } = { body: { code: 200 } };
let away = 0;

beforeAll(async () => {
  const rest = searchServer({
    "/_user": { body: { username: "mira", is_admin: true } },
    "/arc/plan": { body: plan },
  });
  server = await playServer((seen) => {
    if (seen.path === PATH) return answer;
    if (seen.path === "/arc/plan" && away > 0) {
      away -= 1;
      return { status: 503, body: {} };
    }
    return rest(seen);
  });
});
beforeEach(() => {
  answer = { body: { code: 200 } };
  away = 0;
  server.seen.length = 0;
});
afterAll(() => server.close());

const backend = () => ({ url: server.url, username: "mira", password: "right" });
const typed = { backend: "mongodb", url: "https://db.example.test:27017/", username: "svc", password: "s3cret" };
const post = (fields: Record<string, string> = {}) =>
  openScreen(SCREEN, { backend: backend(), form: { intent: "connect-engine", ...typed, ...fields } });
const sent = () => server.seen.filter(({ path }) => path === PATH);

it("shows what each engine hides, and nothing of the present connection", async () => {
  const { data } = await openScreen<typeof loader>(SCREEN, { backend: backend() });
  expect(data?.connect.now).toBe("opensearch");
  expect(data?.connect.hiding.find(({ engines }) => engines.includes("MongoDB"))?.hides).toContain("Data");
  expect(data?.connect.hiding.flatMap(({ engines }) => engines)).not.toContain("OpenSearch");
});

it("sends the parts of the address, waits until the server is back, and keeps no password", async () => {
  away = 1;
  const opened = await post();
  expect(opened).toRedirectTo(`/cluster/${SCREEN}`);
  expect(opened).toFlash(/took the connection to MongoDB\./);
  expect(sent().map(({ method, body }) => [method, JSON.parse(body) as unknown])).toEqual([
    ["PUT", { backend: "mongodb", protocol: "https", host: "db.example.test:27017", basic_auth: "svc:s3cret" }],
  ]);
  const log = JSON.stringify((await openScreen("changes", { backend: backend() })).data);
  const [id = ""] = /c-\w+/.exec(log) ?? [];
  const entry = JSON.stringify((await openScreen(`changes/${id}`, { backend: backend() })).data);
  expect(entry).toContain("db.example.test");
  expect(entry).toContain("••••••");
  expect(log + entry).not.toContain("s3cret");
});

test.each([
  ["url", "search.example.test", /Enter an address/],
  ["url", "https://me:pw@search.example.test", /Enter an address/],
  ["url", "https://search.example.test/path", /Enter an address/],
  ["url", "https://localhost:9200", /Enter an address/],
  ["url", "https://search.example.test:99999", /port/],
  ["username", "a:b", /colons/],
  ["password", "", /password/],
  ["backend", "other", /Choose an engine/],
])("refuses %s %j before anything is sent", async (field, value, words) => {
  expect(await post({ [field]: value })).toHaveFieldError(field, words);
  expect(sent()).toEqual([]);
});

test.each([
  [{ status: 400, body: { error: { code: 400, message: "cannot reach the engine" } } }, /cannot reach the engine/],
  [{ body: { code: 500 } }, /./],
  [{ status: 503, body: {} }, /./],
])("tells why the server did not take it: %j", async (refusal, words) => {
  answer = refusal;
  const { data, response } = await post();
  expect(response?.headers.get("Location") ?? "").toBe("");
  const text = JSON.stringify(data);
  expect(text).toMatch(words);
  expect(text).not.toContain("s3cret");
});

test("our own server takes the bundled engine or a cluster, by name or without one, from an admin alone", async () => {
  const own = (is_admin: boolean) =>
    playServer(
      searchServer({
        "/_user": { body: { username: "mira", is_admin, allowed_actions: ["pipelines"] } },
        "/arc/plan": { body: { billing: false, backend: "elasticsearch", takes_engine: true, bundled_engine: true } },
        [PATH]: { body: { code: 200 } },
      }),
    );
  const [ours, limited] = await Promise.all([own(true), own(false)]);
  const of = ({ url }: { url: string }) => ({ url, username: "mira", password: "right" });
  try {
    const { data } = await openScreen<typeof loader>(SCREEN, { backend: of(ours) });
    expect([data?.takes, data?.connect.now, data?.connect.gate.ok]).toEqual([true, null, true]);
    expect(data?.connect.engines.map(({ label }) => label)).toEqual(["Elasticsearch", "OpenSearch"]);
    expect((await openScreen<typeof loader>(SCREEN, { backend: of(limited) })).data?.connect.gate.ok).toBe(false);
    const send = (fields: Record<string, string>) =>
      openScreen(SCREEN, { backend: of(ours), form: { intent: "connect-engine", ...fields } });
    const cluster = { backend: "opensearch", url: "http://opensearch:9200" };
    expect(await send({ ...cluster, url: "opensearch:9200" })).toHaveFieldError("url", /Enter an address/);
    expect(await send({ ...cluster, username: "svc" })).toHaveFieldError("password", /password/);
    expect(await send({ ...cluster, password: "s3cret" })).toHaveFieldError("username", /name/);
    expect(await send({ ...cluster, backend: "solr" })).toHaveFieldError("backend", /Choose/);
    expect(ours.seen.filter(({ path }) => path === PATH)).toEqual([]);
    expect(await send(cluster)).toFlash(/took the connection to OpenSearch\./);
    expect(await send({ ...cluster, username: "svc", password: "s3cret" })).toFlash(/OpenSearch/);
    expect(await send({ backend: "system" })).toFlash(/took the connection to the bundled engine\./);
    const sent = { backend: "opensearch", protocol: "http", host: "opensearch:9200" };
    expect(ours.seen.flatMap(({ path, body }) => (path === PATH ? [JSON.parse(body) as unknown] : []))).toEqual([
      sent,
      { ...sent, basic_auth: "svc:s3cret" },
      { backend: "system" },
    ]);
  } finally {
    await Promise.all([ours.close(), limited.close()]);
  }
});
