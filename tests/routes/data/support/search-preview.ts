import { afterAll, beforeAll } from "vitest";
import { loader } from "~/routes/data/search-preview/search-preview";
import { consoleRequest, testContext, cookiesOf } from "../../../setup/console";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../../../setup/backend";

export let backend: TestBackend;

const films = [
  { title: "The Godfather", genre: "Drama", year: 1972, note: "<script>alert(1)</script> family" },
  { title: "The Godfather: Part II", genre: "Drama", year: 1974 },
  { title: "Airplane!", genre: "Comedy", year: 1980 },
  { title: "Metropolis", genre: "Science fiction", year: 1927 },
];

/** Signs in without the form; the cookie goes into `consoleRequest`. */
export function signIn() {
  const context = testContext({ SEARCH_URL: backend.url });
  const setCookie = createSession({
    request: consoleRequest("/"),
    context,
    url: backend.url,
    username: backend.username,
    password: backend.password,
  });
  return { context, cookie: cookiesOf(new Headers({ "Set-Cookie": setCookie })) };
}

async function fill(index: string, documents: readonly object[]) {
  for (const [at, document] of documents.entries()) {
    const { status } = await backend.call("PUT", `/${encodeURIComponent(index)}/_doc/${at + 1}?refresh=true`, document);
    if (status !== 201) throw new Error(`document ${at + 1} of ${index} answered ${status}`);
  }
}

export const load = (path: string, index: string, session: ReturnType<typeof signIn>) =>
  loader({
    request: consoleRequest(path, { cookie: session.cookie }),
    params: { appName: index },
    context: session.context,
  });

/** Opens the page as a browser does: by way of the short address, never more than once. */
export async function open(query: string, index = "films", session = signIn()) {
  const path = `/app/${encodeURIComponent(index)}/search-preview${query}`;
  return load(path, index, session).catch((thrown: unknown) => {
    if (!(thrown instanceof Response)) throw thrown;
    return load(thrown.headers.get("Location") ?? "", index, session);
  });
}

export async function preview(query: string, index?: string) {
  const found = await open(query, index);
  if (found.preview === null) throw new Error("the index is closed");
  return found.preview;
}

export async function hits(query: string, index?: string) {
  const { results } = await preview(query, index);
  if (results.kind !== "hits") throw new Error(JSON.stringify(results));
  return results;
}

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function previewFilms(): void {
  beforeAll(async () => {
    backend = await startTestBackend();
    await fill("films", films);
    await fill("günther.films", films.slice(0, 1));
    await backend.call("PUT", "/empty");
    await backend.call("PUT", "/closed");
    await backend.call("POST", "/closed/_close");
  });
  afterAll(() => backend.close());
}
