import { afterAll, beforeAll } from "vitest";
import { loader as browse } from "~/routes/data/browse/browse";
import { createSession } from "~/sessions.server";
import { startTarget, type Target } from "../../../replay/target";
import { consoleRequest, cookiesOf, testContext } from "../../../setup/console";

export const name = "browse-films";

export const odd = `a/b "c" é % %2F ?#&+`;

export let target: Target;

export let context: ReturnType<typeof testContext>;

export let cookie: string;

export async function call(method: string, path: string, body?: string) {
  const answer = await fetch(`${target.url}${path}`, {
    method,
    headers: {
      Authorization: `Basic ${Buffer.from("foo:bar").toString("base64")}`,
      "Content-Type": path.includes("_bulk") ? "application/x-ndjson" : "application/json",
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

export const at = `/app/${name}/browse`;

export const params = { appName: name };

export const args = (path: string, form?: Record<string, string>) => ({
  request: consoleRequest(path, { cookie, form }),
  params,
  context,
});

export const docPath = (id: string, page = "") => `${at}/${encodeURIComponent(id)}${page}`;

export async function list(query = "") {
  const data = await browse(args(`${at}${query}`));
  if (!data.open) throw new Error("closed");
  if (!data.table.ok) throw new Error(JSON.stringify(data.table.failure));
  return {
    ...data,
    ids: data.table.value.rows.map((row) => row.id),
    total: data.table.value.total,
    columns: data.table.value.columns,
  };
}

export async function makeDocument(id: string, source: string) {
  await call("PUT", `/${name}/_doc/${encodeURIComponent(id)}?refresh=true`, source);
}

/** Starts what these tests run on before the first of them, and ends it after the last. */
export function browseFilms(): void {
  beforeAll(async () => {
    target = await startTarget();
    context = testContext({ SEARCH_URL: target.url });
    const setCookie = createSession({
      request: consoleRequest("/"),
      context,
      url: target.url,
      username: "foo",
      password: "bar",
    });
    cookie = cookiesOf(new Headers({ "Set-Cookie": setCookie }));
    const properties = {
      title: { type: "text", fields: { keyword: { type: "keyword" } } },
      plain: { type: "text" },
      year: { type: "long" },
      big: { type: "keyword" },
      day: { type: "date" },
    };
    await call("PUT", `/${name}`, JSON.stringify({ mappings: { properties } }));
    const films = [
      { id: "1", title: "Metropolis", year: 1927, day: "1927-01-10" },
      { id: "2", title: "Nosferatu", year: 1922, day: "1922-03-04" },
      { id: odd, title: "<script>alert(1)</script>", year: 2000, plain: "odd one" },
    ];
    const lines = films
      .map(({ id, ...film }) => `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(film)}\n`)
      .join("");
    await call("POST", `/${name}/_bulk?refresh=true`, lines);
  }, 60_000);
  afterAll(() => target.close());
}
