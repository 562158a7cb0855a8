import { type JsonObject, type JsonValue, stringifyJson } from "@common/text/json";
import { HttpError } from "@backend/gateway/platform/http/errors";
import { indicesOf, messageIn, objectIn } from "../run/context";
import type { Run, StageWork } from "../run/types";
import { fetchedBy } from "./http-request";
import { headersOf, methodOf, ownCall, paramsOf } from "./own-call";
import type { StageServices } from "./services";

const textOf = (value: JsonValue | undefined): string | undefined =>
  value === undefined || value === null || value === ""
    ? undefined
    : typeof value === "string"
      ? value
      : stringifyJson(value);

// A path that this server has by itself is what the pipeline stands before; any other means a search.
function pathOf(run: Run, { router }: Pick<StageServices, "router">): string {
  const { context } = run;
  const own = router(context.method, context.segments);
  if (own.kind === "route" && own.route.path !== "/*rest") return run.state.request.path;
  const indices = indicesOf(run.state.envs);
  const isLines = run.state.request.body.trimEnd().includes("\n") && objectIn(run.state.request.body) === null;
  return `${indices.length === 0 ? "" : `/${indices.map(encodeURIComponent).join(",")}`}/${isLines ? "_msearch" : "_search"}`;
}

async function called(run: Run, services: StageServices, inputs: JsonObject) {
  const { independentBody, body, path, method, params, headers, url } = inputs;
  const sent = textOf(independentBody) ?? textOf(body) ?? run.state.request.body;
  const verb = methodOf(textOf(method) ?? (textOf(path) === undefined ? run.state.request.method : "POST"));
  const address = textOf(url);
  if (address !== undefined)
    return fetchedBy(services.scripts, {
      url: `${address.replace(/\/$/, "")}${textOf(path) ?? ""}${paramsOf(params)}`,
      method: verb,
      headers: { "content-type": "application/json", ...headersOf(headers, { toSelf: false }) },
      body: sent,
    });
  return ownCall(run, services, {
    method: verb,
    path: textOf(path) ?? pathOf(run, services),
    query: params === undefined ? "" : paramsOf(params),
    headers: headersOf(headers, { toSelf: true }),
    body: sent,
  });
}

/**
 * Asks the engine. What `reactivesearchQuery` translated is answered in the shape of the search API, unless
 * `parseResponseToReactivesearch` is false; all else is a call of this server (`path`, by default the path that was
 * asked), or of another address where the operator allows it (`url`). With `independentBody` the answer stands under
 * the stage alone. Throws with the status of what was refused.
 */
export function elasticsearchQuery(services: StageServices): StageWork {
  return async (run, { inputs }) => {
    const { translated } = run.state.search;
    const isOwn = ["path", "url", "independentBody", "body"].some((name) => textOf(inputs[name]) !== undefined);
    if (translated !== null && !isOwn && inputs["parseResponseToReactivesearch"] !== false)
      return services.search.ask(run, translated);
    const plain =
      translated !== null && !isOwn
        ? {
            ...inputs,
            path: `/${indicesOf(run.state.envs).map(encodeURIComponent).join(",")}/_msearch`,
            method: "POST",
          }
        : inputs;
    const response = await called(run, services, plain);
    if (textOf(inputs["independentBody"]) === undefined) run.state = { ...run.state, response };
    if (response.code >= 400) throw new HttpError(response.code, messageIn(response.body, response.code));
    return response.body;
  };
}
