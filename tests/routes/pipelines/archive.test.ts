import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loader as exported } from "~/routes/pipelines/archive/export";
import { action, loader as importPage } from "~/routes/pipelines/archive/import";
import { readArchive } from "~/services/pipelines/archive/pipeline-archive.server";
import { zipTexts } from "~/services/pipelines/archive/zip.server";
import { createSession } from "~/sessions.server";
import { openGate, startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, replyOf, responseOf, testContext } from "../../setup/console";
import { openScreen } from "../../setup/open-screen";

let backend: TestBackend;
let context: AppLoadContext;
let cookie = "";

const textOf = (id: string, more = "") => `id: ${id}
description: Shoe search
routes:
  - path: /${id}/_reactivesearch
    method: POST
    classify: { category: reactivesearch }
stages:
  - use: authorization
  - id: tidy
    scriptRef: tidy.js
${more}`;
const script = "function handleRequest() { return {}; }";
/** What is sent: bytes, or an archive of one file under another name, for the library writes none that climbs. */
async function bytesOf(sent: Buffer | readonly [written: string, name: string]): Promise<Buffer> {
  if (Buffer.isBuffer(sent)) return sent;
  const [written, name] = sent;
  const bytes = await zipTexts(new Map([[written, ""]]));
  return Buffer.from(bytes.toString("latin1").replaceAll(written, name), "latin1");
}
const archive = (id: string, more = "") =>
  zipTexts(
    new Map([
      ["pipeline.yaml", textOf(id, more)],
      ["tidy.js", script],
    ]),
  );

beforeAll(async () => {
  backend = await startTestBackend();
  context = testContext({ SEARCH_URL: backend.url });
  const { username, password, url } = backend;
  const setCookie = createSession({ request: consoleRequest("/"), context, url, username, password });
  cookie = cookiesOf(new Headers({ "Set-Cookie": setCookie }));
  await backend.call("POST", "/_pipeline", {
    content: textOf("shoes"),
    extension: "yaml",
    scripts: { "tidy.js": { content: script, extension: "js" } },
  });
});
afterAll(() => backend.close());

const at = {
  params: {},
  get context() {
    return context;
  },
};
function upload(bytes: Uint8Array<ArrayBuffer> | null) {
  const form = new FormData();
  form.append("intent", "read-archive");
  if (bytes) form.append("file", new File([bytes], "shoes.zip"));
  const headers = { Cookie: cookie, Origin: "http://console.test" };
  const request = new Request("http://console.test/cluster/pipelines/import", { method: "POST", headers, body: form });
  return action({ request, ...at });
}
async function taken(bytes: Buffer): Promise<string> {
  const answer = await responseOf(upload(new Uint8Array(bytes)));
  return answer.headers.get("Location") ?? "";
}
const load = (path: string) => importPage({ request: consoleRequest(path, { cookie }), ...at });
const confirm = (path: string) =>
  responseOf(action({ request: consoleRequest(path, { cookie, form: { intent: "import-pipeline" } }), ...at }));

describe("an export", () => {
  it("is an archive of a version that an import takes", async () => {
    const request = consoleRequest("/resources/pipelines/shoes/export?version=1", { cookie });
    const answer = await exported({ request, params: { pipelineId: "shoes" }, context });
    expect(answer.headers.get("Content-Disposition")).toContain('filename="shoes-1.zip"');
    const { content, scripts } = await readArchive(Buffer.from(await answer.arrayBuffer()));
    expect(content).toBe(textOf("shoes"));
    expect(scripts).toEqual({ "tidy.js": script });
  });

  it.each(["../x.js", "/etc/x.js", "a/../../b", "..\\x.js", "C:x.js", "x\u0000.js"])(
    "of a server whose script is called %j is refused by that name",
    async (name) => {
      const gate = await openGate(backend.url);
      // As another server might keep it: in the text, with a script behind the name.
      gate.decide(async (path) => {
        if (path.includes("/scriptRef")) return { status: 200, body: JSON.stringify({ content: script }) };
        if (!path.startsWith("/_pipeline/shoes")) return "pass";
        const { body } = await backend.call("GET", path);
        const kept = JSON.stringify(body).replaceAll(
          "scriptRef: tidy.js",
          `scriptRef: ${JSON.stringify(JSON.stringify(name)).slice(1, -1)}`,
        );
        return { status: 200, body: kept };
      });
      const { username, password } = backend;
      const behind = { url: gate.url, username, password };
      const opened = await openScreen("/resources/pipelines/shoes/export", { backend: behind });
      await gate.close();
      expect(opened.response?.headers.get("Location")).toBe("/cluster/pipelines/shoes/versions");
      expect(opened.flash).toContain(
        `“${name.replace("\u0000", "\uFFFD")}” cannot be the name of a file in an archive`,
      );
    },
  );

  it("is refused where the server does not return a script", async () => {
    const gate = await openGate(backend.url);
    gate.decide((path) => (path.includes("/scriptRef") ? { status: 503 } : "pass"));
    const { username, password } = backend;
    const behind = { url: gate.url, username, password };
    const opened = await openScreen("/resources/pipelines/shoes/export", { backend: behind });
    await gate.close();
    expect(opened.flash).toBe("Not exported: A stage runs “tidy.js”, which the server did not return.");
  });

  it("is for who may see pipelines", async () => {
    const path = "/resources/pipelines/shoes/export";
    expect(await openScreen(path, { backend, as: { actions: ["analytics"] } })).toRequire("Pipelines");
    expect((await openScreen("/resources/pipelines/none/export", { backend })).status).toBe(404);
  });
});

describe("an import", () => {
  it("makes a new pipeline, which is said before", async () => {
    const to = await taken(await archive("boots"));
    expect(to).toMatch(/^\/cluster\/pipelines\/import\?draft=/);
    expect((await backend.call("GET", "/_pipeline/boots")).status).toBe(404);
    const { plan } = await load(to);
    expect(plan).toMatchObject({ id: "boots", isNew: true, isOn: true, routes: ["POST /boots/_reactivesearch"] });
    expect((await confirm(to)).headers.get("Location")).toBe("/cluster/pipelines/boots");
    expect((await backend.call("GET", "/_pipeline/boots")).status).toBe(200);
    expect(await load(to)).toMatchObject({ plan: null, lost: true });
  });

  it("makes a draft of one that exists, and shows what differs", async () => {
    const to = await taken(await archive("shoes", "  - use: reactivesearchQuery\n"));
    const { plan } = await load(to);
    expect(plan).toMatchObject({ id: "shoes", isNew: false, live: 1 });
    expect(plan?.changes.rows).toContainEqual({
      kind: "changed",
      before: undefined,
      after: "  - use: reactivesearchQuery",
    });
    expect((await confirm(to)).headers.get("Location")).toBe("/cluster/pipelines/shoes/versions");
    const { body } = await backend.call("GET", "/_pipeline/shoes/versions");
    expect(body).toHaveLength(2);
    expect(body).toContainEqual(
      expect.objectContaining({ _version: 2, is_live: false, _version_description: "Imported from shoes.zip" }),
    );
  });

  it.each([
    ["no file", null, "Choose a file first."],
    ["no archive", Buffer.from("id: shoes"), "The archive is broken, or it is not a ZIP file."],
    ["a name that climbs", ["xx/pipeline.yaml", "../pipeline.yaml"], "is not a name of a file"],
    ["another file", ["notes.md", "notes.md"], "needs one file pipeline.yaml"],
  ] as const)("of %s is refused beside the field", async (_, sent, words) => {
    const { status, errors } = replyOf(await upload(sent && new Uint8Array(await bytesOf(sent))));
    expect(status).toBe(400);
    expect(errors["file"]?.join(" ")).toContain(words);
  });

  it("is for who may see pipelines", async () => {
    expect(await openScreen("pipelines/import", { backend, as: { actions: ["analytics"] } })).toRequire("Pipelines");
    expect(await openScreen("pipelines/import", { backend })).toOpen();
  });
});
