import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, expect } from "vitest";
import { action as fieldsAction, loader as fieldsPage } from "~/routes/data/import/fields/route";
import { action as source } from "~/routes/data/import/source/route";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../../../setup/backend";
import { consoleRequest, cookiesOf, responseOf, testContext } from "../../../setup/console";

export let backend: TestBackend;

export let context: AppLoadContext;

export let cookie: string;

export const at = (app: string, jobId?: string) => ({
  params: { appName: app, ...(jobId === undefined ? {} : { jobId }) },
  context,
});

export function upload({
  app,
  intent,
  file,
  rows,
}: {
  app: string;
  intent: string;
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> };
  rows?: string;
}) {
  const form = new FormData();
  form.append("intent", intent);
  if (file) form.append("file", new File([file.content], file.name));
  if (rows !== undefined) form.append("rows", rows);
  const request = new Request(`http://console.test/app/${app}/import`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: "http://console.test" },
    body: form,
  });
  return source({ request, ...at(app) });
}

/** Uploads a file and returns the id of its draft. */
export async function draft(
  app: string,
  file: { name: string; content: string | Uint8Array<ArrayBuffer> },
): Promise<string> {
  const answer = await responseOf(upload({ app, intent: "upload-file", file }));
  expect(answer.status).toBe(302);
  const found = /^\/app\/[^/]+\/import\/([^/]+)\/fields\?given=1$/.exec(
    decodeURIComponent(answer.headers.get("location") ?? ""),
  );
  return found?.[1] ?? "";
}

export const page = (path: string) => consoleRequest(path, { cookie });

export const post = (path: string, form: Record<string, string>) => consoleRequest(path, { cookie, form });

export const fieldsOf = (app: string, id: string, query = "") =>
  fieldsPage({ request: page(`/app/${app}/import/${id}/fields${query}`), ...at(app, id) });

export const start = (app: string, id: string, form: Record<string, string> = {}) =>
  fieldsAction({
    request: post(`/app/${app}/import/${id}/fields`, { intent: "start-import", ...form }),
    ...at(app, id),
  });

export const cities = (rows: string) => `name,population,at\n${rows}`;

export const good = Array.from({ length: 10 }, (_, n) => `City ${n},${n}000,"48.${n},2.3"\n`).join("");

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function startImports(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    context = testContext({ SEARCH_URL: backend.url });
    const made = createSession({
      request: consoleRequest("/"),
      context,
      url: backend.url,
      username: backend.username,
      password: backend.password,
    });
    cookie = cookiesOf(new Headers({ "Set-Cookie": made }));
  });
  afterAll(() => backend.close());
}
