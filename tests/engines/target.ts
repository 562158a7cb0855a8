import type { Engine } from "@backend/engine/port";

/** An engine behind a URL, for tests: every call as it is, nothing retried. */
export function engineAt(url: string): Engine {
  return async ({ method, path, query, body }) => {
    const address = new URL(`${url.replace(/\/$/, "")}${path.replace(/^\/\//, "/")}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    const headers: Record<string, string> =
      body === undefined
        ? {}
        : {
            "content-type":
              path.endsWith("_bulk") || path.endsWith("_msearch") ? "application/x-ndjson" : "application/json",
          };
    const answer = await fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : Buffer.from(body) }),
    });
    return { status: answer.status, contentType: answer.headers.get("content-type") ?? "", body: await answer.text() };
  };
}

/** Takes every index, template and alias away. */
export async function wipe(engine: Engine): Promise<void> {
  await engine({ method: "DELETE", path: "/*", query: { expand_wildcards: "open,closed,hidden" } });
  await engine({ method: "DELETE", path: "/_template/*" });
  await engine({ method: "DELETE", path: "/_index_template/*" });
  await engine({ method: "DELETE", path: "/_component_template/*" });
}
