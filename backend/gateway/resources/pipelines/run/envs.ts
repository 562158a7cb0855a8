import { isIPv4, isIPv6 } from "node:net";
import type { JsonObject } from "@common/text/json";
import { NOBODY } from "@backend/gateway/platform/http/let-in";
import type { Context } from "@backend/gateway/platform/http/types";
import { addressOf } from "@backend/gateway/resources/analytics/visitors/visitor";
import type { PipelineRoute } from "@common/pipelines/document/types";
import { wordsOf } from "./context";

/** The indices that a path names: the parameter `index`, or a name before one that begins with an underscore. */
export function indicesInPath(segments: readonly string[], params: Readonly<Record<string, string>>): string[] {
  const named = params["index"] ?? (segments[1]?.startsWith("_") ? segments[0] : undefined);
  return named === undefined || named.startsWith("_") ? [] : named.split(",").filter((one) => one !== "");
}

type Asked = {
  context: Context;
  route: PipelineRoute;
  params: Readonly<Record<string, string>>;
  body: string;
  /** Values of global variables by their keys. */
  globals: Readonly<Record<string, string>>;
  /** The pipeline's own, which lie over all others. */
  own: JsonObject;
};

/** What stages find in `envs` when a run begins. */
export function envsOf({ context, route, params, body, globals, own }: Asked): JsonObject {
  const { headers, method, path, query, segments } = context;
  const address = addressOf({ ...context, caller: NOBODY });
  return {
    path,
    method,
    category: route.classify.category,
    acl: route.classify.acl ?? "",
    index: indicesInPath(segments, params),
    query: wordsOf(body),
    urlValues: { ...query, ...params },
    origin: headers.origin ?? "",
    referrer: headers.referer ?? "",
    ipv4: isIPv4(address) ? address : "",
    ipv6: isIPv6(address) ? address : "",
    isTLS: [headers["x-forwarded-proto"]].flat()[0] === "https",
    body,
    now: Math.floor(Date.now() / 1000),
    ...globals,
    ...own,
  };
}
