import { afterAll, beforeAll, expect, it } from "vitest";
import { parseJsonText } from "~/lib/json/text.server";
import { startTestBackend, type TestBackend } from "../setup/backend";
import { openScreen } from "../setup/open-screen";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "Metropolis" });
});
afterAll(() => backend.close());

/** As browsers send a text area; the colon lacks. */
const BROKEN = '{\r\n  "a" 1\r\n}';
const template = { name: "typed", settings: "", mappings: "", aliases: "" };
const queryForm = { intent: "take-query", id: "typed", index: "films", query: "{}", params: "{}", version: "" };
const env = { intent: "save-global-env", key: "TYPED", label: "Typed", password: "x", url: "https://x.example" };

it.each([
  ["create-index", { intent: "create-index", name: "typed" }, ["settings", "mappings"]],
  [
    "templates/new",
    { intent: "create-template", kind: "composable", patterns: "typed-*", rank: "1", ...template },
    ["settings", "mappings", "aliases"],
  ],
  ["templates/components/new", { intent: "create-component", ...template }, ["settings", "mappings", "aliases"]],
  ["aliases/edit", { intent: "save-alias", alias: "typed", index: "films" }, ["filter"]],
  ["stored-queries/new", queryForm, ["query", "params"]],
  ["global-envs/new", env, ["headers", "body"]],
  ["app:reindex", { intent: "choose-reindex", where: "in-place" }, ["mappings", "settings"]],
  ["app:mapping/add", { intent: "add-field", name: "typed", type: "text" }, ["definition"]],
  ["app:browse/documents/add", { intent: "add-document", id: "typed" }, ["source"]],
])("%s tells line and column of what is wrong with its JSON", async (path, form, fields) => {
  const broken = Object.fromEntries(fields.map((field) => [field, BROKEN]));
  const opened = await openScreen(path.replace("app:", ""), {
    backend,
    form: { ...form, ...broken },
    ...(path.startsWith("app:") && { at: "films" }),
  });
  expect(opened.status).toBe(400);
  for (const field of fields)
    expect(opened).toHaveFieldError(field, /^Not valid JSON at line 2, column 7: a colon is expected\.$/);
});

it("JSON that is nested too deeply is refused with a sentence, broken or not", () => {
  for (const text of ["[".repeat(200_000), `${"[".repeat(200_000)}${"]".repeat(200_000)}`]) {
    const read = parseJsonText(text);
    if (!read.ok) expect(read.message).toMatch(/^(The JSON is nested too deeply\.|Not valid JSON at line 1)/);
  }
  expect(parseJsonText("[".repeat(200_000))).toMatchObject({ ok: false });
});
