import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { openScreen } from "../../setup/open-screen";

// A credential made by the console's own form, then called as an application would: every operation, index, page and
// set of fields against what the form said.

let backend: TestBackend;
const recordSchema = z.object({ username: z.string(), password: z.string() });
const sourceSchema = z.object({ _source: z.record(z.string(), z.unknown()) });
const hitsSchema = z.object({ hits: z.object({ hits: z.array(sourceSchema) }) });
const document = { title: "Emma", author: "Austen", price: 12 };

beforeAll(async () => {
  backend = await startTestBackend();
  for (const index of ["books", "books-2026", "oldbooks", "films"])
    await backend.call("PUT", `/${index}/_doc/1?refresh=true`, document);
});
afterAll(() => backend.close());

const accesses = { read: ["read"], write: ["write"], "read,write,delete": ["read", "write", "delete"] };
const patterns = { books: ["books", "books-2026"], "*": ["books", "books-2026", "oldbooks", "films"] };
const pages = {
  "*": [null, "https://shop.test/find", "https://evil.test/"],
  "https://shop.test/*": ["https://shop.test/find"],
};
const fields: Record<string, { include?: string; exclude?: string; seen: string[] }> = {
  all: { seen: ["author", "price", "title"] },
  included: { include: "title", seen: ["title"] },
  excluded: { exclude: "price", seen: ["author", "title"] },
  both: { include: "title\nprice", exclude: "price", seen: ["title"] },
};

const credentials = Object.keys(accesses).flatMap((access) =>
  Object.keys(patterns).flatMap((indices) =>
    Object.keys(pages).flatMap((referers) =>
      // Nothing is read by a credential that only writes.
      (access === "write" ? ["both"] : Object.keys(fields)).map((filter) => ({ access, indices, referers, filter })),
    ),
  ),
);
type Case = (typeof credentials)[number];

async function makeInConsole({ access, indices, referers, filter }: Case) {
  const { include = "", exclude = "" } = fields[filter] ?? {};
  const form: [string, string][] = [
    ...Object.entries({
      intent: "take-credential",
      then: "save",
      version: "",
      description: "by form",
      access,
      indices,
      referers,
      include,
      exclude,
      sources: "0.0.0.0/0",
      queryDsl: "on",
    }),
    ...["search", "docs"].flatMap((name): [string, string][] => [
      ["categories", name],
      [`limits.${name}`, "100000"],
    ]),
    ["ipLimit", "1000000"],
  ];
  const { response } = await openScreen("credentials/new", { backend, form });
  const name = /credentials\/([^/?]+)/.exec(response?.headers.get("Location") ?? "")?.[1] ?? "";
  return recordSchema.parse((await backend.call("GET", `/_permission/${name}`)).body);
}

const calls = [
  { op: "read", method: "POST", path: (index: string) => `/${index}/_search`, body: {} },
  { op: "read", method: "GET", path: (index: string) => `/${index}/_doc/1` },
  { op: "write", method: "PUT", path: (index: string) => `/${index}/_doc/2`, body: document },
  { op: "delete", method: "DELETE", path: (index: string) => `/${index}/_doc/2` },
] as const;

describe.each(Object.keys(accesses))("a credential with %s made in the console", (access) => {
  test.each(credentials.filter((one) => one.access === access))(
    "$indices from $referers, fields: $filter",
    async (one) => {
      const { username, password } = await makeInConsole(one);
      const Authorization = `Basic ${btoa(`${username}:${password}`)}`;
      const ops = accesses[one.access as keyof typeof accesses];
      const indices = patterns[one.indices as keyof typeof patterns];
      const from: readonly (string | null)[] = pages[one.referers as keyof typeof pages];
      const seen = fields[one.filter]?.seen;
      const wrong: string[] = [];
      const every = calls.flatMap((call) =>
        patterns["*"].flatMap((index) => pages["*"].map((referer) => ({ ...call, index, referer }))),
      );
      await Promise.all(
        every.map(async ({ op, method, path, index, referer, ...rest }) => {
          const headers = {
            Authorization,
            "Content-Type": "application/json",
            ...(referer === null ? {} : { Referer: referer }),
          };
          const answer = await fetch(`${backend.url}${path(index)}`, {
            method,
            headers,
            ...("body" in rest ? { body: JSON.stringify(rest.body) } : {}),
          });
          const expected = ops.includes(op) && indices.includes(index) && from.includes(referer);
          const body: unknown = await answer.json();
          if ((answer.status !== 401) !== expected || answer.status >= 500)
            wrong.push(`${method} ${path(index)} from ${referer}: ${answer.status}`);
          if (!expected || op !== "read") return;
          const sources =
            method === "GET"
              ? [sourceSchema.parse(body)._source]
              : hitsSchema.parse(body).hits.hits.map(({ _source }) => _source);
          for (const source of sources) {
            if (Object.keys(source).sort().join() !== seen?.join())
              wrong.push(`${method} ${path(index)} shows ${Object.keys(source).join()}`);
          }
        }),
      );
      expect(wrong).toEqual([]);
    },
  );
});
