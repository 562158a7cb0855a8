import type { JsonObject } from "@common/text/json";
import { SECOND_FACTOR } from "@common/access-control/second-factor";
import type { SignedContext } from "@backend/gateway/platform/http/types";
import type { Prepared } from "./prepare";

// The caller's own headers, without those that would let somebody else call in his name.
const SECRET = new Set(["authorization", SECOND_FACTOR, "cookie", "proxy-authorization"]);

function canonical(name: string): string {
  return name
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("-");
}

function callersHeaders({ headers }: SignedContext): JsonObject {
  const kept = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !SECRET.has(name) && name !== "host",
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [canonical(name), Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}

/**
 * The translated queries of a request: one entry per executed query, then those that go to an endpoint. The URL is that
 * of `_search` on this very server
 * (the engine behind it may have none) and names the index of the path, even where the query names another.
 */
export function translatedQueries(
  { translation }: Pick<Prepared, "translation">,
  context: SignedContext,
): JsonObject[] {
  const host = context.headers.host ?? new URL(context.selfUrl).host;
  const url = `http://${host}/${context.params["index"] ?? ""}/_search`;
  const headers = callersHeaders(context);
  const own = translation.engine.map(({ query, body }) => ({
    id: query.id,
    endpoint: { url, method: "POST", headers, body },
  }));
  const others = translation.endpoints.map((query) => ({
    id: query.query.id,
    endpoint: {
      url: query.url,
      method: query.method,
      headers: query.headers,
      ...(query.body === undefined ? {} : { body: query.body }),
    },
  }));
  return [...own, ...others];
}
