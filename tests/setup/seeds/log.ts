/** A record of the request log, as our own back end writes one: a search by the search API, with its stage. */
export function logRecord({
  id,
  index,
  at = Date.now(),
  ...more
}: { id: string; index: string; at?: number } & Record<string, unknown>): Record<string, unknown> {
  const body = JSON.stringify({ query: [{ id: "films", dataField: ["title"], value: "metropolis", size: 10 }] });
  const answer = JSON.stringify({
    settings: { took: 4 },
    films: { took: 4, hits: { total: { value: 1, relation: "eq" }, hits: [{ _index: index, _id: "1" }] } },
  });
  const header = {
    "Content-Type": ["application/json"],
    "User-Agent": ["shop/1.0"],
    "X-Forwarded-For": ["203.0.113.9"],
    Cookie: ["cart=7c0ffee"],
  };
  return {
    id,
    indices: [index],
    category: "reactivesearch",
    request: { uri: `/${index}/_reactivesearch`, method: "POST", header, body },
    response: { code: 200, status: "OK", Headers: { "Content-Type": ["application/json"] }, took: 4, body: answer },
    requestChanges: [
      {
        uri: `/${index}/_msearch`,
        headers: JSON.stringify(header),
        body: '{"preference":"films_203.0.113.9"}\n{"query":{"match":{"title":"metropolis"}},"size":10}\n',
        method: "POST",
        stage: "querytranslate",
        took: 1,
      },
    ],
    responseChanges: [],
    timestamp: new Date(at).toISOString(),
    console_logs: [],
    diffLogs: false,
    origin: {
      kind: "credential",
      name: "web-shop",
      address: "203.0.113.9",
      route: "POST /:index/_reactivesearch",
      url: `/${index}/_reactivesearch`,
      took: 12.5,
      text: body,
      paths: index,
      scope: index,
      system: false,
    },
    ...more,
  };
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Puts records into the log of a back end, as its admin may. */
export async function seedLogs(call: Call, records: readonly Record<string, unknown>[]): Promise<void> {
  await Promise.all(records.map((record) => call("PUT", `/.logs-000001/_doc/${String(record["id"])}`, record)));
  await call("POST", "/.logs-000001/_refresh");
}
