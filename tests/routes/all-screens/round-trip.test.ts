import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { isJsonObject, type JsonObject, type JsonValue, parseJson, stringifyJson } from "@common/text/json";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loader as file } from "~/routes/data/browse/export-file";
import { action as fields } from "~/routes/data/import/fields/route";
import { loader as job } from "~/routes/data/import/job";
import { action as source } from "~/routes/data/import/source/route";
import { createSession } from "~/sessions.server";
import { startTestBackend, type TestBackend } from "../../setup/backend";
import { consoleRequest, cookiesOf, responseOf, testContext } from "../../setup/console";

// What the console exports it imports again as it was. `npm run bench` does the same with 135,233 places.

const COUNT = 5_000;
const properties = {
  title: { type: "text" },
  code: { type: "keyword" },
  big: { type: "long" },
  price: { type: "double" },
  on: { type: "boolean" },
  at: { type: "date" },
  place: { type: "geo_point" },
};
const titles = [
  "plain",
  "naïve café ☕",
  "雪の日",
  "\u{1F3AC} \u{1F468}\u200D\u{1F469}\u200D\u{1F467}",
  "a\nb\r\nc\td",
  'say "so", \\ twice',
  "",
  " blanks ",
  "\u2028 and \u0001",
  "</script>",
];
const wholes = ["9007199254740993", "-9223372036854775808", "9223372036854775807", "0", "42"];
const decimals = ["0.1", "1.10", "-0.0", "1e21", "123456789.123456789", "5e-324"];
const dates = ['"2026-11-23"', '"1815-12-10T23:59:59.999Z"', "0", '"2026-11-23T00:00:00+05:45"'];
const places = ['{"lat":47.61,"lon":-122.33}', "[-122.33,47.61]", '"47.61,-122.33"', "null"];
const others = [
  "null",
  "[]",
  "{}",
  '[1,"2",null]',
  '{"deep":{"er":[{"a":null},{"a":""}]}}',
  '[{"x":1},{"x":[2,3]}]',
  '{"with.dot":{"é":"ü"}}',
  "true",
];
const ids = (n: number) => [`${n}`, `a b/${n}`, `é"${n}`, `\u{1F600}${n}`, `%2F${n}?#`, `_${n}.`][n % 6] ?? "";

/** The texts of the documents by id: every digit and blank as written. */
const made = new Map(
  Array.from({ length: COUNT }, (_, n): [string, string] => [
    ids(n),
    `{"title":${JSON.stringify(titles[n % titles.length])},"code":"${wholes[n % 5]}", "big":${wholes[n % 5]},"price" : ${decimals[n % 6]},` +
      `"on":${n % 3 === 0},"at":${dates[n % 4]},"place":${places[n % 4]},"more":{"k${n % 8}":${others[n % 8]}},"tags":["${n % 7}","",null]}`,
  ]),
);

function canonical(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, canonical(value[key] ?? null)]),
  );
}

/** A sum over ids and sources, whatever the order of documents and members. */
function checksum(documents: Iterable<[id: string, source: JsonObject]>): string {
  let sum = 0n;
  for (const [id, document] of documents) {
    const digest = createHash("sha256")
      .update(JSON.stringify(id))
      .update(stringifyJson(canonical(document)));
    sum = (sum + digest.digest().readBigUInt64BE()) % 2n ** 64n;
  }
  return sum.toString(16);
}

let backend: TestBackend;
let context: AppLoadContext;
let cookie: string;

beforeAll(async () => {
  backend = await startTestBackend();
  context = testContext({ SEARCH_URL: backend.url });
  const session = createSession({
    request: consoleRequest("/"),
    context,
    url: backend.url,
    username: backend.username,
    password: backend.password,
  });
  cookie = cookiesOf(new Headers({ "Set-Cookie": session }));
  const mappings = { properties: { ...properties, more: { type: "object", enabled: false } } };
  for (const index of ["made", "again", "from-csv"]) await backend.call("PUT", `/${index}`, { mappings });
  const body = [...made].map(([id, text]) => `{"index":{"_id":${JSON.stringify(id)}}}\n${text}\n`).join("");
  const headers = { Authorization: `Basic ${backend.token}`, "Content-Type": "application/x-ndjson" };
  const answer = await fetch(`${backend.url}/made/_bulk?refresh=true`, { method: "POST", headers, body });
  expect(await answer.text()).toContain('"errors":false');
}, 30_000);
afterAll(() => backend.close());

const at = (app: string, jobId?: string) => ({
  params: { appName: app, ...(jobId === undefined ? {} : { jobId }) },
  context,
});

async function exported(index: string, format: "ndjson" | "csv", columns: readonly string[] = []): Promise<string> {
  const query = new URLSearchParams([["format", format], ...columns.map((name) => ["column", name])]);
  const answer = await file({
    request: consoleRequest(`/resources/${index}/browse/documents/file?${query}`, { cookie }),
    ...at(index),
  });
  return answer.text();
}

/** Uploads a file and imports it with the fields as they were found; the rows that failed. */
async function imported({ index, name, content }: { index: string; name: string; content: string }): Promise<number> {
  const form = new FormData();
  form.append("intent", "upload-file");
  form.append("file", new File([content], name));
  const request = new Request(`http://console.test/app/${index}/import`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: "http://console.test" },
    body: form,
  });
  const uploaded = await responseOf(source({ request, ...at(index) }));
  const id = /\/import\/([^/]+)\/fields(?:\?|$)/.exec(uploaded.headers.get("location") ?? "")?.[1] ?? "";
  const started = consoleRequest(`/app/${index}/import/${id}/fields`, {
    cookie,
    form: { intent: "start-import", idField: "_id" },
  });
  expect((await responseOf(fields({ request: started, ...at(index, id) }))).status).toBe(302);
  const view = async () =>
    (await job({ request: consoleRequest(`/app/${index}/import/${id}`, { cookie }), ...at(index, id) })).view;
  await expect.poll(async () => (await view()).state, { timeout: 60_000, interval: 100 }).toBe("done");
  return (await view()).failed;
}

/** The documents of a file of lines. */
function* documentsOf(text: string): Generator<[id: string, source: JsonObject]> {
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const value = parseJson(line);
    if (!isJsonObject(value) || typeof value["_id"] !== "string") throw new Error(`no document: ${line}`);
    const { _id, ...rest } = value;
    yield [_id, rest];
  }
}

const asMade = function* (): Generator<[id: string, source: JsonObject]> {
  for (const [id, text] of made) {
    const value = parseJson(text);
    if (isJsonObject(value)) yield [id, value];
  }
};

it("gives the same documents back, to the last digit, through a file of lines", async () => {
  const first = await exported("made", "ndjson");
  expect(checksum(documentsOf(first))).toBe(checksum(asMade()));
  expect(await imported({ index: "again", name: "made.ndjson", content: first })).toBe(0);
  const second = await exported("again", "ndjson");
  expect([...documentsOf(second)]).toHaveLength(COUNT);
  expect(checksum(documentsOf(second))).toBe(checksum(asMade()));
  // The sum does see a digit.
  expect(checksum(documentsOf(second.replace("9007199254740993", "9007199254740992")))).not.toBe(checksum(asMade()));
}, 60_000);

/**
 * What a CSV file keeps: its cells are texts, so what is missing, null, empty or a list of nothing is an empty cell,
 * and comes back as null.
 */
function asCells(source: JsonObject): JsonObject {
  const { code = null, big = null, price = null, on = null, title = null } = source;
  return { code, big, price, on, title: title === "" ? null : title };
}

it("gives texts, numbers and booleans back through a CSV file, and what is empty as null", async () => {
  const columns = ["code", "big", "price", "on", "title"];
  const first = await exported("made", "csv", columns);
  expect(await imported({ index: "from-csv", name: "made.csv", content: first })).toBe(0);
  const cells = function* (
    documents: Iterable<[id: string, source: JsonObject]>,
  ): Generator<[id: string, source: JsonObject]> {
    for (const [id, document] of documents) yield [id, asCells(document)];
  };
  expect(checksum(documentsOf(await exported("from-csv", "ndjson")))).toBe(checksum(cells(asMade())));
  expect(await exported("from-csv", "csv", columns)).toBe(first);
}, 60_000);
