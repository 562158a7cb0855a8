import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Snippet } from "~/lib/search-relevance/snippets/connection";
import { searchSnippets } from "~/lib/search-relevance/snippets/snippets.server";
import type { loader as credentialPage } from "~/routes/access-control/credentials/credential";
import type { loader as overviewPage } from "~/routes/overview/app";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// Snippets run as they are copied: curl by bash and JavaScript by node, against the back end, with a credential that
// may only read. Those of pages run in a browser: tests/e2e/journeys/snippets, tests/front-ends/snippets.front-end.ts.

const run = promisify(execFile);
const PASSWORD = `p'a"s$s\`w!o\\rd é %41 {x}`;
/** An index without settings, one with, and names that a shell, an address and a script may misread. */
const INDICES = ["plain", "tuned", "it's.a-$film`s!", "日本.フィルム", "50%41"];

let backend: TestBackend;
let folder: string;
beforeAll(async () => {
  backend = await startTestBackend();
  folder = await mkdtemp(join(tmpdir(), "searchdeck-snippets-"));
  for (const index of INDICES) {
    const path = `/${encodeURIComponent(index)}`;
    await backend.call("PUT", `${path}/_doc/m1`, { title: "Metropolis Rising", plot: "A city" });
    await backend.call("PUT", `${path}/_doc/m2?refresh=true`, { title: "Zodiac", plot: "Letters" });
  }
  const settings = { search: { dataField: ["title"], fieldWeights: ["1"] }, results: { includeFields: ["title"] } };
  expect((await backend.call("PUT", "/_searchrelevancy/tuned", settings)).status).toBeLessThan(300);
});
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

const textOf = (snippets: readonly Snippet[], key: Snippet["key"]) =>
  snippets.find((one) => one.key === key)?.files[0]?.text ?? "";
const byCurl = async (text: string) => (await run("bash", ["-c", `${text} -s`])).stdout;
async function byNode(text: string): Promise<string> {
  const file = join(folder, "search.mjs");
  await writeFile(file, text);
  return (await run(process.execPath, [file])).stdout;
}

const MadeSchema = z.object({ username: z.string() });
async function credentialFor(rights: Record<string, unknown>): Promise<string> {
  return MadeSchema.parse((await backend.call("POST", "/_permission", rights)).body).username;
}
const readOnly = { ops: ["read"], categories: ["reactivesearch"] };

describe.each(INDICES)("index %s", (index) => {
  it("is searched by the snippets of its credential, the words found in its own documents", async () => {
    const name = await credentialFor({ ...readOnly, indices: [index] });
    const shown = await openScreen(`credentials/${name}`, { backend, form: { intent: "show-password" } });
    const { secret } = z
      .object({ secret: z.object({ password: z.string(), snippets: z.array(z.custom<Snippet>()) }) })
      .parse(shown.data);
    const { snippets } = secret;
    expect(snippets.map(({ key }) => key)).toEqual(["curl", "javascript", "react", "html"]);
    expect(await byCurl(textOf(snippets, "curl"))).toContain('"_id":"m1"');
    const lines = (await byNode(textOf(snippets, "javascript"))).trim().split("\n");
    expect(lines[0]).toContain("m1 Metropolis Rising");
    expect(textOf(snippets, "curl").includes("dataField")).toBe(index !== "tuned");
  });
});

it("the overview's curl asks for the password of who reads it, which the page never has", async () => {
  const { data } = await openScreen<typeof overviewPage>("", { backend, at: "plain" });
  const view = data?.connect;
  if (view === undefined || !("ok" in view) || !view.ok) throw new Error("no snippets");
  expect(JSON.stringify(data)).not.toContain(backend.password);
  const curl = textOf(view.value.snippets, "curl");
  expect(curl).toContain(`-u ${backend.username} \\`);
  expect(await byCurl(curl.replace(`-u ${backend.username}`, `-u ${backend.username}:${backend.password}`))).toContain(
    '"_id":"m1"',
  );
  expect(textOf(view.value.snippets, "html")).toContain('"NAME:PASSWORD"');
  expect(view.value.onlyHere).toBe(true);
});

it("a name and a password of any letters sign in", async () => {
  const made = await backend.call("POST", "/_user", { username: "o'neil $x", password: PASSWORD, is_admin: true });
  expect(made.status).toBe(201);
  const snippets = searchSnippets({
    ...{ url: backend.url, index: "tuned", credentials: `o'neil $x:${PASSWORD}` },
    ...{ words: "metropolis", usual: [], shown: ["title"] },
  });
  expect(await byCurl(textOf(snippets, "curl"))).toContain('"_id":"m1"');
  expect(await byNode(textOf(snippets, "javascript"))).toContain("Metropolis Rising");
});

it("JavaScript ends with the server's own words where it is refused", async () => {
  const [, javascript] = searchSnippets({
    ...{ url: backend.url, index: "tuned", credentials: "nobody:wrong", words: "x", usual: [], shown: [] },
  });
  await expect(byNode(javascript?.files[0]?.text ?? "")).rejects.toThrow(/401/);
});

it("snippets have the address that browsers reach, where it is configured", async () => {
  const address = { SEARCH_PUBLIC_URL: "https://search.example.com" };
  const { data } = await openScreen<typeof overviewPage>("", { backend, at: "plain", env: address });
  const view = data?.connect;
  if (view === undefined || !("ok" in view) || !view.ok) throw new Error("no snippets");
  expect(view.value).toMatchObject({ endpoint: "https://search.example.com/plain", onlyHere: false });
  expect(JSON.stringify(view.value.snippets)).not.toContain(backend.url);
});

const CATEGORIES = ["reactivesearch", "search", "docs", "indices", "analytics", "searchrelevancy", "logs", "cat"];
const WHOLE = ["clusters", "rules", "storedquery", "permission", "user"];

describe("the page of a credential", () => {
  it.each([
    ...CATEGORIES.map((category) => [category, "read", category === "cat" ? "*" : "plain"]),
    ...WHOLE.map((category) => [category, "read", "*"]),
    ["docs", "write", "plain"],
    ["docs", "delete", "plain"],
  ])("begins to try %s to %s with a call that it may make", async (category = "", op = "", index = "") => {
    const name = await credentialFor({ ops: [op], categories: [category], indices: [index] });
    const { data } = await openScreen<typeof credentialPage>(`credentials/${name}`, { backend });
    const { method = "", path = "" } = data?.example ?? {};
    expect(path).not.toBe("/");
    const query = new URLSearchParams({ method, path });
    const tried = await openScreen<typeof credentialPage>(`credentials/${name}?${query.toString()}`, { backend });
    expect(tried.data?.tried, `${method} ${path}`).toMatchObject({ kind: "verdict", verdict: { allowed: true } });
  });

  it("has an index that exists in its snippets where the credential names a pattern", async () => {
    const name = await credentialFor({ ...readOnly, indices: ["tun*"] });
    const { data } = await openScreen<typeof credentialPage>(`credentials/${name}`, { backend });
    expect(data?.snippets.snippets[0]?.files[0]?.text).toContain("/tuned/_reactivesearch");
  });
});
