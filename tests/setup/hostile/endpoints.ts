import { openStore } from "~/services/platform/store/database.server";
import { logRecord, seedLogs } from "../seeds/log";

// Requests with an `endpoint` that would make an admin, in every place that keeps requests for others: as they may
// stand there from before, or by another program.

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;

/** Whom these endpoints would make. */
export const MADE = "made-by-an-endpoint";
const call = { url: "/_user", method: "POST", body: { username: MADE, password: "a-quiet-owl", is_admin: true } };
const reading = { id: "result", type: "search", value: "metropolis", dataField: ["title"] };

/** Search requests as text, by what is odd about them. */
export const hostileRequests: Record<string, string> = {
  beside: JSON.stringify({ query: [reading, { id: "b", endpoint: call }] }),
  itself: JSON.stringify({ query: [{ ...reading, endpoint: call }] }),
  case: JSON.stringify({
    Query: [{ id: "b", ENDPOINT: call }],
    query: [reading, { id: "c", EndPoint: { ...call, url: "/_permission" } }],
  }),
  escaped: JSON.stringify({ query: [reading, { id: "b", endpoint: call }] }).replace('"endpoint"', '"\\u0065ndpoint"'),
  twice: `{"query":[${JSON.stringify({ id: "b", endpoint: call })}],"query":[${JSON.stringify(reading)}]}`,
  mark: `\ufeff${JSON.stringify({ query: [reading, { id: "b", endpoint: call }] })}`,
  rubbish: `${JSON.stringify({ query: [reading, { id: "b", endpoint: call }] })} x`,
  lines: `${JSON.stringify({ query: [reading] })}\n${JSON.stringify({ query: [reading, { id: "b", endpoint: call }] })}\n`,
  long: JSON.stringify({
    query: [reading, { id: "b", endpoint: { ...call, url: `/_user?${"x".repeat(5_000)}` } }],
    more: "endpoint ".repeat(5_000),
  }),
};
const kinds = Object.entries(hostileRequests);
/** The older spelling with every second one. */
const pathOf = (index: string, at: number) => `/${index}/_reactivesearch${at % 2 === 0 ? "" : ".v3"}`;

function isObjectText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Puts them into the log and the stored queries of a server; the ids of the records. */
export async function seedEndpointsOnServer(send: Call, index: string): Promise<{ logs: string[]; queries: string[] }> {
  const records = kinds.map(([kind, body], at) => {
    const url = pathOf(index, at);
    const record = logRecord({ id: `endpoint-${kind}`, index });
    return {
      ...record,
      request: { uri: url, method: "POST", header: {}, body },
      origin: { ...(record["origin"] as object), url, text: body },
    };
  });
  await seedLogs(send, records);
  const stored = kinds.filter(([, text]) => isObjectText(text));
  for (const [kind, query] of stored)
    await send("PUT", `/.storedqueries/_doc/endpoint-${kind}?refresh=true`, {
      id: `endpoint-${kind}`,
      index,
      description: "",
      query,
      params: "{}",
      created_at: 1,
      updated_at: 0,
    });
  return { logs: kinds.map(([kind]) => `endpoint-${kind}`), queries: stored.map(([kind]) => `endpoint-${kind}`) };
}

/** Puts them into what the console keeps: relevance tests, saved requests, history; the ids. */
export function seedEndpointsInConsole({
  dataDir,
  server,
  person,
  index,
}: {
  dataDir: string;
  server: string;
  person: string;
  index: string;
}) {
  const database = openStore(dataDir);
  const now = Date.now();
  const tests = kinds
    .filter(([, text]) => isObjectText(text))
    .map(([kind, request]) => ({ id: `endpoint${kind}`, label: `Endpoint ${kind}`, request }));
  for (const { id, label, request } of tests)
    database
      .prepare(
        "INSERT INTO relevance_tests (id, server, index_name, label, content, version, person, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(
        id,
        server,
        index,
        label,
        `{"label":${JSON.stringify(label)},"request":${request},"expectations":[{"kind":"notEmpty"}],"grades":{},"names":{}}`,
        1,
        "somebody else",
        now,
      );
  const texts = kinds.map(([kind, body], at) => ({ id: `endpoint-${kind}`, path: pathOf(index, at), body }));
  for (const { id, path, body } of texts) {
    database
      .prepare(
        "INSERT INTO console_saved (id, server, person, name, at, text, requests, note) VALUES (?,?,?,?,?,?,?,?)",
      )
      .run(id, server, "somebody else", id, now, `GET /_cat/indices\n\nPOST ${path}\n${body}`, 2, null);
    database
      .prepare(
        "INSERT INTO console_history (id, server, person, at, method, path, body, note, state, status, took, bytes) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
      )
      .run(id, server, person, now, "POST", path, body, null, "answered", 200, 1, 1);
  }
  return { tests: tests.map(({ id }) => id), saved: texts.map(({ id }) => id), history: texts.map(({ id }) => id) };
}
