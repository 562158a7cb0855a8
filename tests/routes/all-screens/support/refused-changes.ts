import { writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import * as z from "zod";
import { getImports } from "~/services/data/import/imports.server";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../../../setup/backend";
import { consoleRequest, cookiesOf, responseOf, testContext } from "../../../setup/console";
import { moduleAt } from "../../../setup/open-screen";

// Every change of the console against every reason for which one is not made. The answers are played by msw, in front
// of a real back end that gives the pages: no test could make that one ask for money, or be away for one call.

export let backend: TestBackend;

export const played = setupServer();

export type Person = { username: string; password: string };

export type Post = (form: Record<string, string>) => Promise<unknown>;

export type Console = ReturnType<typeof consoleOf>;

/** A console of its own, with somebody signed in. */
export function consoleOf({ env = {}, person }: { env?: Record<string, string>; person?: Person | undefined } = {}) {
  const context = testContext({ SEARCH_URL: backend.url, BACKEND_TIMEOUT_MS: "3000", ...env });
  const { username, password } = person ?? backend;
  const made = createSession({ request: consoleRequest("/"), context, url: backend.url, username, password });
  const cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  let asked = 0;
  async function run(path: string, form?: Record<string, string>): Promise<unknown> {
    const { module, params } = await moduleAt(path);
    const call = form ? module.action : module.loader;
    const here = { ...context, requestId: `refused-${(asked += 1)}` };
    return call?.({ request: consoleRequest(path, { cookie, ...(form ? { form } : {}) }), params, context: here });
  }
  return {
    context,
    username,
    load: (path: string) => run(path),
    post: (path: string, form: Record<string, string>) => run(path, form),
  };
}

const versionSchema = z.object({ version: z.string() });

const deletePage = z.object({ page: versionSchema });

const settingsPage = versionSchema.extend({ values: z.record(z.string(), z.string()) });

const editPage = z.object({ editor: versionSchema });

type Mutation = {
  /** The failed change as a sentence, before the reason. */
  what: string;
  /** Where a forged post goes, of somebody who may not open the page. */
  path: string;
  /** Where it takes more than the post: opens what comes before, and gives the post of the form. */
  ready?: (console: Console) => Promise<Post>;
  form: Record<string, string>;
  /** What it takes, where that is not Develop. */
  permission?: string;
  /** The field that a refusal belongs to, by status, and the words where the screen knows more than the server says. */
  field?: Partial<Record<number, string>>;
  words?: Partial<Record<number, string>>;
  /** Somebody who was faster: the page is shown again, with what is stored now. */
  conflict?: string;
};

const TAKEN = "Document 7 already exists. Choose another ID, or open that document to edit it.";

export const mutations: Record<string, Mutation> = {
  "create an index": {
    what: "The index was not created.",
    path: "/cluster/create-index",
    form: { intent: "create-index", name: "books", shards: "1", replicas: "0" },
    field: { 400: "name" },
  },
  "open an index": { what: "Index films was not opened.", path: "/app/films/open", form: { intent: "open-index" } },
  "close an index": { what: "Index films was not closed.", path: "/app/films/close", form: { intent: "close-index" } },
  "merge an index": {
    what: "The indices were not changed.",
    path: "/app/films/maintain?do=merge",
    form: { intent: "merge" },
  },
  "delete an index": {
    what: "An error occured while deleting the app. Please try again.",
    path: "/app/films/delete",
    form: { intent: "delete-index", confirmation: "films" },
  },
  "add a document": {
    what: "The document was not added.",
    path: "/app/films/browse/documents/add",
    form: { intent: "add-document", id: "7", source: '{"title":"M"}' },
    field: { 400: "source", 409: "id" },
    words: { 409: TAKEN },
  },
  "save a document": {
    what: "The document was not saved. Your changes are kept.",
    path: "/app/films/browse/1/review",
    ready: async ({ load, post }) => {
      const { version } = editPage.parse(await load("/app/films/browse/1/edit")).editor;
      const kept = await responseOf(
        post("/app/films/browse/1/edit", { intent: "review-changes", text: '{"title":"M"}', version }),
      );
      return (form) => post(kept.headers.get("Location") ?? "", { ...form, version });
    },
    form: { intent: "save-changes" },
    conflict: "Not saved: the document was changed in the meantime.",
  },
  "delete a document": {
    what: "The document was not deleted.",
    path: "/app/films/browse/1/delete",
    ready: async ({ load, post }) => {
      const { version } = deletePage.parse(await load("/app/films/browse/1/delete")).page;
      return (form) => post("/app/films/browse/1/delete", { ...form, version });
    },
    form: { intent: "delete" },
    conflict: "Not deleted: the document was changed in the meantime. This is its current version.",
  },
  "create a stored query": {
    what: "The stored query was not saved. Your changes are kept.",
    path: "/cluster/stored-queries/fresh/review",
    ready: async ({ post }) => {
      const typed = {
        intent: "take-query",
        id: "fresh",
        description: "",
        index: "films",
        query: "{}",
        params: "{}",
        version: "",
        then: "review",
      };
      const kept = await responseOf(post("/cluster/stored-queries/new", typed));
      return (form) => post(kept.headers.get("Location") ?? "", { ...form, version: "" });
    },
    form: { intent: "save-changes" },
    permission: "Search relevancy",
    conflict: "Not saved: the stored query was changed in the meantime.",
  },
  "delete a stored query": {
    what: "The stored query was not deleted.",
    path: "/cluster/stored-queries/kept/delete",
    ready: async ({ load, post }) => {
      const { version } = deletePage.parse(await load("/cluster/stored-queries/kept/delete")).page;
      return (form) => post("/cluster/stored-queries/kept/delete", { ...form, version });
    },
    form: { intent: "delete" },
    permission: "Search relevancy",
    conflict: "Not deleted: the stored query was changed in the meantime. This is its current version.",
  },
  "save suggestion preferences": {
    what: "The suggestion preferences were not saved. Your changes are kept.",
    path: "/cluster/suggestions/recent/review",
    ready: async ({ load, post }) => {
      const { version } = versionSchema.parse(await load("/cluster/suggestions/recent"));
      const typed = { intent: "take-preferences", indices: "", minHits: "1", minChars: "2", size: "3", version };
      const kept = await responseOf(post("/cluster/suggestions/recent", typed));
      return (form) => post(kept.headers.get("Location") ?? "", { ...form, version });
    },
    form: { intent: "save-changes" },
    permission: "Search relevancy",
    conflict: "Not saved: the suggestion preferences were changed in the meantime.",
  },
  "create a user": {
    what: "The user was not created.",
    path: "/cluster/user-management/new",
    form: { intent: "create-user", username: "fresh", password: "a-quiet-owl-at-night", actions: "develop" },
    permission: "User management",
    field: { 409: "username" },
    words: { 409: "There is a user fresh already. Choose another name, or edit that user." },
  },
  "save a user": {
    what: "The user was not saved. Your changes are kept.",
    path: "/cluster/user-management/kim/review",
    ready: async ({ load, post }) => {
      const { version } = z.object({ version: z.string() }).parse(await load("/cluster/user-management/kim/edit"));
      const kept = await responseOf(
        post("/cluster/user-management/kim/edit", {
          intent: "edit-user",
          version,
          actions: "develop",
          indices: "films",
        }),
      );
      return (form) => post(kept.headers.get("Location") ?? "", { ...form, version });
    },
    form: { intent: "save-changes" },
    permission: "User management",
    conflict: "Not saved: the user was changed in the meantime.",
  },
  "set a password": {
    what: "The password was not changed.",
    path: "/cluster/user-management/kim/password",
    form: { intent: "set-password", password: "a-quiet-owl-at-night" },
    permission: "User management",
  },
  "delete a user": {
    what: "The user was not deleted.",
    path: "/cluster/user-management/kim/delete",
    form: { intent: "delete-user", confirmation: "kim" },
    permission: "User management",
  },
  "add a field": {
    what: "The field was not added.",
    path: "/app/films/mapping/add",
    form: { intent: "add-field", name: "year", type: "long", analyzer: "", definition: "" },
    field: { 400: "name" },
  },
  "save settings": {
    what: "The settings were not saved. Your changes are kept.",
    path: "/app/films/settings/review",
    ready: async ({ load, post }) => {
      const { version, values } = settingsPage.parse(await load("/app/films/settings"));
      const kept = await responseOf(
        post("/app/films/settings", { ...values, refresh: "7s", intent: "review-changes", version }),
      );
      return (form) => post(kept.headers.get("Location") ?? "", { ...form, version });
    },
    form: { intent: "save-changes" },
    conflict: "Not saved: the settings were changed in the meantime.",
  },
  "add an alias": {
    what: "The alias was not saved.",
    path: "/cluster/aliases/edit",
    form: {
      intent: "save-alias",
      alias: "movies",
      index: "films",
      writes: "",
      indexRouting: "",
      searchRouting: "",
      filter: "",
    },
    field: { 400: "alias" },
  },
  "create a template": {
    what: "The template was not created.",
    path: "/cluster/templates/new",
    form: {
      intent: "create-template",
      kind: "legacy",
      name: "made",
      patterns: "made-*",
      rank: "1",
      settings: "",
      mappings: "",
      aliases: "",
    },
    field: { 400: "patterns" },
  },
  "create a component template": {
    what: "The component template was not created.",
    path: "/cluster/templates/components/new",
    form: { intent: "create-component", name: "made", settings: "", mappings: "", aliases: "" },
    field: { 400: "name" },
  },
  "start an import": {
    what: "The import was not started.",
    path: "/app/films/import/any/fields",
    ready: ({ context, username, post }) =>
      Promise.resolve<Post>((form) => post(`/app/films/import/${uploadOf({ context, username })}/fields`, form)),
    form: {
      intent: "start-import",
      "fields[0].name": "year",
      "fields[0].include": "on",
      "fields[0].kind": "integer",
      "fields[0].useCase": "none",
    },
    field: { 400: "fields[0].kind" },
  },
};

export function uploadOf({
  context,
  username,
}: {
  context: Parameters<typeof getImports>[0];
  username: string;
}): string {
  const { store, dir } = getImports(context);
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "years.upload");
  const rows = "year\n1927\n";
  writeFileSync(path, rows);
  return store.create({ url: backend.url, app: "films", username, name: "years.csv", size: rows.length, path }).id;
}

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startRefusing(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    await backend.call("PUT", "/films", { mappings: { properties: { title: { type: "text" } } } });
    await backend.call("PUT", "/films/_doc/1?refresh=true", { title: "Metropolis" });
    await backend.call("POST", "/_user", { username: "kim", password: "pass-kim-owl", allowed_actions: ["develop"] });
    await backend.call("PUT", "/_storedquery/kept", { index: "films", query: {} });
    await backend.call("POST", "/_user", {
      username: "reader",
      password: "pass-reader",
      allowed_actions: ["analytics"],
      indices: ["*"],
    });
    played.listen({ onUnhandledRequest: "bypass" });
  });
  afterEach(() => played.resetHandlers());
  afterAll(async () => {
    played.close();
    await backend.close();
  });
}
